/* Sweeps in a page: the C of the bench as WebAssembly, with what a page can't do by itself.
 *
 * A page prepares a class of trees once, then asks for one part after the other; between two parts it is free to show
 * what there is, or to stop.  Nothing is imported: memory is laid out here, anew with every preparation.
 */
#include "../../../bench/yardstick.c"

#define EXPORT(name) __attribute__((export_name(#name)))
#define MOST_STRATEGIES 7
#define MOST_LEVELS 251
#define MOST_TEXT 256
#define LARGEST 500 /* the greatest value of an ordered tree: gametree.generate.LARGEST */

/* ---- memory ---------------------------------------------------------------------------------------------- */

extern unsigned char __heap_base;
static uint32_t used;

/* Return room for so many bytes, or 0 where the page gives no more. */
static void *room(uint64_t bytes) {
    uint64_t begin = used, end = begin + ((bytes + 15) & ~(uint64_t)15);
    uint64_t page = 65536, there = __builtin_wasm_memory_size(0) * page;
    if (end > 0xFFFF0000u) return 0;
    if (end > there && __builtin_wasm_memory_grow(0, (end - there + page - 1) / page) == (unsigned long)-1) return 0;
    used = (uint32_t)end;
    return (void *)(uint32_t)begin;
}

/* ---- the number of a cell: the first eight bytes of the SHA-256 of its description ------------------------ */

static uint8_t text[MOST_TEXT + 72];

EXPORT(text) uint8_t *description(void) { return text; }

static inline uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* The first 32 bits after the point of the cube roots of the first 64 primes, and of the square roots of the first 8. */
static const uint32_t CUBE_ROOTS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t SQUARE_ROOTS[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint64_t cell_number(uint32_t length) {
    uint32_t hash[8], words[64];
    for (int i = 0; i < 8; i++) hash[i] = SQUARE_ROOTS[i];
    uint32_t end = (length + 9 + 63) / 64 * 64;
    for (uint32_t i = length; i < end; i++) text[i] = 0;
    text[length] = 0x80;
    for (int i = 0; i < 4; i++) text[end - 1 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    for (uint32_t block = 0; block < end; block += 64) {
        uint32_t now[8];
        for (int i = 0; i < 64; i++) {
            if (i < 16) {
                const uint8_t *b = &text[block + 4 * i];
                words[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
            } else {
                uint32_t x = words[i - 15], y = words[i - 2];
                words[i] = words[i - 16] + words[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ x >> 3) +
                           (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
            }
        }
        for (int i = 0; i < 8; i++) now[i] = hash[i];
        for (int i = 0; i < 64; i++) {
            uint32_t a = now[0], e = now[4];
            uint32_t first = now[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                             ((e & now[5]) ^ (~e & now[6])) + CUBE_ROOTS[i] + words[i];
            uint32_t second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) +
                              ((a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2]));
            for (int k = 7; k > 0; k--) now[k] = now[k - 1];
            now[4] += first;
            now[0] = first + second;
        }
        for (int i = 0; i < 8; i++) hash[i] += now[i];
    }
    uint64_t number = 0; /* the digest's bytes, the first one least */
    for (int i = 0; i < 8; i++) number |= (uint64_t)(uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4))) << 8 * i;
    return number;
}

/* ---- a class of trees, prepared -------------------------------------------------------------------------- */

static struct {
    uint64_t seed, cell;
    int64_t scheme, at_once, n_nodes, low[MOST_LEVELS], high[MOST_LEVELS], span[MOST_LEVELS], offset[MOST_LEVELS];
    double p, *leaves;
    int64_t *counts, total[MOST_STRATEGIES * 3], products[3 * MOST_STRATEGIES * MOST_STRATEGIES];
    Batch batch;
} sweep;

/* Make ready for trees of one class, at most so many at once; return whether there is memory for them.  The class is
 * described in `text`; the caller has checked all arguments. */
EXPORT(prepare)
int prepare(uint32_t length, int64_t seed, int32_t width, int32_t depth, int32_t scheme, double p, int32_t at_once,
            int32_t n_strategies) {
    used = ((uint32_t)&__heap_base + 15) & ~15u;
    sweep.seed = (uint64_t)seed;
    sweep.cell = cell_number(length);
    sweep.scheme = scheme, sweep.p = p, sweep.at_once = at_once;
    sweep.low[depth] = 1, sweep.high[depth] = LARGEST, sweep.span[depth] = 1;
    for (int32_t level = depth - 1; level >= 0; level--) {
        sweep.low[level] = sweep.low[level + 1] + !(level & 1);
        sweep.high[level] = sweep.high[level + 1] - (level & 1);
        sweep.span[level] = sweep.span[level + 1] * width;
    }
    int64_t n_leaves = sweep.span[0], most_open = 1;
    sweep.offset[0] = 0;
    for (int32_t level = 0; level < depth; level++)
        sweep.offset[level + 1] = sweep.offset[level] + n_leaves / sweep.span[level];
    sweep.n_nodes = sweep.offset[depth] + n_leaves;
    for (int32_t level = 0; level < (depth + 1) / 2; level++) most_open *= width;
    Batch *b = &sweep.batch;
    b->width = width, b->depth = depth, b->n_leaves = n_leaves, b->span = sweep.span, b->offset = sweep.offset;
    b->leaves = sweep.leaves = room(8 * (uint64_t)(at_once * n_leaves));
    b->values = room(8 * (uint64_t)at_once);
    sweep.counts = room(24 * (uint64_t)at_once * (uint64_t)n_strategies);
    b->marks = room(4 * (uint64_t)sweep.n_nodes);
    b->slots = room(sizeof(Slot) * (uint64_t)most_open);
    b->merits = room(8 * (uint64_t)most_open);
    b->heap = room(8 * (uint64_t)most_open);
    if (!sweep.leaves || !b->values || !sweep.counts || !b->marks || !b->slots || !b->merits || !b->heap) return 0;
    for (int64_t i = 0; i < sweep.n_nodes; i++) b->marks[i] = 0;
    b->stamp = 1;
    return 1;
}

/* ---- a part of a sweep ----------------------------------------------------------------------------------- */

/* In the order of the thesis; the page names them by number. */
static void (*const SEARCHES[MOST_STRATEGIES])(const Batch *) = {
    minimax_trees, branch_and_bound_trees, alphabeta_trees, palphabeta_trees, pvs_trees, scout_trees, sss_star_trees,
};

/* Make the trees number first, first + 1, ... */
EXPORT(grow) void grow(int32_t first, int32_t n_trees) {
    sweep.batch.n_trees = n_trees;
    uniform_trees(sweep.seed, sweep.cell, first, n_trees, sweep.scheme, sweep.p, sweep.low, sweep.high, sweep.batch.width,
                  sweep.batch.depth, sweep.batch.n_leaves, sweep.leaves);
}

/* Search the trees that there are with one strategy, and count as the column given. */
EXPORT(search) void search(int32_t strategy, int32_t column) {
    Batch *b = &sweep.batch;
    if (b->stamp > INT32_MAX - (int32_t)b->n_trees) {
        for (int64_t i = 0; i < sweep.n_nodes; i++) b->marks[i] = 0;
        b->stamp = 1;
    }
    b->counts = sweep.counts + 3 * column * b->n_trees;
    SEARCHES[strategy](b);
    b->stamp += (int32_t)b->n_trees;
}

/* Add up the counts of the trees that there are. */
EXPORT(add_up) void add_up(int32_t n_strategies) {
    for (int i = 0; i < MOST_STRATEGIES * 3; i++) sweep.total[i] = 0;
    for (int i = 0; i < 3 * MOST_STRATEGIES * MOST_STRATEGIES; i++) sweep.products[i] = 0;
    sums_of_counts(n_strategies, sweep.batch.n_trees, sweep.counts, sweep.total, sweep.products);
}

EXPORT(counts) int64_t *counts_of_trees(void) { return sweep.counts; }
EXPORT(total) int64_t *total_of_counts(void) { return sweep.total; }
EXPORT(products) int64_t *products_of_counts(void) { return sweep.products; }
