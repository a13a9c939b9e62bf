/* The yardstick: the kernels' algorithms in plain C, on uniform trees.
 *
 * Same leaves, same counting, same structure of OPEN, same random numbers; written the way C is usually
 * written, with structs and recursion.  Leaf i of node n is number n * width + i of the next level.  Every
 * search comes with a loop over many trees (the functions at the end), which is what is timed, and what
 * companion/widgets/web/sweep.c takes to the pages of the site.
 */
#include <stdint.h>

/* No library is needed: the pages of the site run this file as WebAssembly, where there is none. */
#define INFINITY __builtin_inf()

typedef struct {
    int64_t width, depth;
    const double *leaves;
    const int64_t *span;   /* leaves below a node, per level */
    const int64_t *offset; /* nodes above a level, per level */
} Tree;

typedef struct {
    int64_t leaves, nodes, visits;
    int32_t *marks; /* marks[node] == stamp once the node has been entered */
    int32_t stamp;
} Log;

/* ---- counting ------------------------------------------------------------------------------------------- */

/* Enter a node that is never entered again; return whether it is a leaf. */
static inline int enter_once(const Tree *tree, Log *log, int64_t level) {
    int leaf = level == tree->depth;
    log->visits++;
    if (leaf) log->leaves++;
    return leaf;
}

/* Enter a node that may have been entered before; return whether it is a leaf. */
static inline int enter(const Tree *tree, Log *log, int64_t level, int64_t node) {
    int leaf = level == tree->depth;
    int32_t *mark = &log->marks[tree->offset[level] + node];
    log->visits++;
    if (*mark != log->stamp) {
        *mark = log->stamp;
        log->nodes++;
        if (leaf) log->leaves++;
    }
    return leaf;
}

/* The static value of a leaf for the player who moves at its parent. */
static inline double gain(const Tree *tree, int64_t level, int64_t leaf) {
    double value = tree->leaves[leaf];
    return level & 1 ? value : -value;
}

/* ---- searches that enter no node twice ------------------------------------------------------------------ */

static double negamax(const Tree *tree, Log *log, int64_t level, int64_t node) {
    double m = -INFINITY;
    int64_t son = node * tree->width, stop = son + tree->width;
    for (; son < stop; son++) {
        double value = enter_once(tree, log, level + 1) ? gain(tree, level + 1, son)
                                                        : -negamax(tree, log, level + 1, son);
        if (value > m) m = value;
    }
    return m;
}

static double branch_and_bound(const Tree *tree, Log *log, int64_t level, int64_t node, double bound) {
    double m = -INFINITY;
    int64_t son = node * tree->width, stop = son + tree->width;
    for (; son < stop; son++) {
        double value = enter_once(tree, log, level + 1) ? gain(tree, level + 1, son)
                                                        : -branch_and_bound(tree, log, level + 1, son, -m);
        if (value > m) m = value;
        if (m >= bound) return m;
    }
    return m;
}

static double alphabeta(const Tree *tree, Log *log, int64_t level, int64_t node, double alpha, double beta) {
    double m = alpha;
    int64_t son = node * tree->width, stop = son + tree->width;
    for (; son < stop; son++) {
        double value = enter_once(tree, log, level + 1) ? gain(tree, level + 1, son)
                                                        : -alphabeta(tree, log, level + 1, son, -beta, -m);
        if (value > m) m = value;
        if (m >= beta) return m;
    }
    return m;
}

/* ---- searches that may enter a node again --------------------------------------------------------------- */

static double alphabeta_again(const Tree *tree, Log *log, int64_t level, int64_t node, double alpha,
                              double beta) {
    double m = alpha;
    int64_t son = node * tree->width, stop = son + tree->width;
    for (; son < stop; son++) {
        double value = enter(tree, log, level + 1, son)
                           ? gain(tree, level + 1, son)
                           : -alphabeta_again(tree, log, level + 1, son, -beta, -m);
        if (value > m) m = value;
        if (m >= beta) return m;
    }
    return m;
}

static double falphabeta_again(const Tree *tree, Log *log, int64_t level, int64_t node, double alpha,
                               double beta) {
    double m = -INFINITY;
    int64_t son = node * tree->width, stop = son + tree->width;
    for (; son < stop; son++) {
        double value = enter(tree, log, level + 1, son)
                           ? gain(tree, level + 1, son)
                           : -falphabeta_again(tree, log, level + 1, son, -beta, -(m > alpha ? m : alpha));
        if (value > m) m = value;
        if (m >= beta) return m;
    }
    return m;
}

/* The next number after m. */
static inline double above(double m) {
    int64_t bits;
    m += 0.0; /* turns -0.0 into 0.0 */
    __builtin_memcpy(&bits, &m, sizeof bits);
    bits += bits >= 0 ? 1 : -1;
    __builtin_memcpy(&m, &bits, sizeof m);
    return m;
}

static double palphabeta(const Tree *tree, Log *log, int64_t level, int64_t node) {
    int64_t son = node * tree->width, stop = son + tree->width;
    double m = enter(tree, log, level + 1, son) ? gain(tree, level + 1, son)
                                                : -palphabeta(tree, log, level + 1, son);
    for (son++; son < stop; son++) {
        int leaf = enter(tree, log, level + 1, son);
        double t = leaf ? gain(tree, level + 1, son)
                        : -falphabeta_again(tree, log, level + 1, son, -above(m), -m);
        if (t > m) {
            enter(tree, log, level + 1, son);
            m = leaf ? t : -alphabeta_again(tree, log, level + 1, son, -INFINITY, -t);
        }
    }
    return m;
}

static double pvs(const Tree *tree, Log *log, int64_t level, int64_t node, double alpha, double beta) {
    int64_t son = node * tree->width, stop = son + tree->width;
    double m = enter(tree, log, level + 1, son) ? gain(tree, level + 1, son)
                                                : -pvs(tree, log, level + 1, son, -beta, -alpha);
    for (son++; m < beta && son < stop; son++) {
        double bound = m > alpha ? m : alpha;
        int leaf = enter(tree, log, level + 1, son);
        double t = leaf ? gain(tree, level + 1, son)
                        : -pvs(tree, log, level + 1, son, -above(bound), -bound);
        if (t > m) {
            enter(tree, log, level + 1, son);
            m = leaf ? t : -pvs(tree, log, level + 1, son, -beta, -t);
        }
    }
    return m;
}

/* Whether the node's value is at least v, or, if not at_least, greater than v. */
static int test(const Tree *tree, Log *log, int64_t level, int64_t node, double v, int at_least) {
    int64_t son = node * tree->width, stop = son + tree->width;
    for (; son < stop; son++) {
        int holds;
        if (enter(tree, log, level + 1, son)) {
            double value = gain(tree, level + 1, son);
            holds = value < v || (value == v && !at_least);
        } else {
            holds = test(tree, log, level + 1, son, -v, !at_least);
        }
        if (!holds) return 1;
    }
    return 0;
}

static double scout(const Tree *tree, Log *log, int64_t level, int64_t node) {
    int64_t son = node * tree->width, stop = son + tree->width;
    double m = enter(tree, log, level + 1, son) ? gain(tree, level + 1, son)
                                                : -scout(tree, log, level + 1, son);
    for (son++; son < stop; son++) {
        if (enter(tree, log, level + 1, son)) {
            double value = gain(tree, level + 1, son);
            if (value > m) {
                enter(tree, log, level + 1, son);
                m = value;
            }
        } else if (!test(tree, log, level + 1, son, -m, 1)) {
            enter(tree, log, level + 1, son);
            m = -scout(tree, log, level + 1, son);
        }
    }
    return m;
}

/* ---- SSS*: OPEN is a heap of solved leaves that knows positions, threaded from left to right ------------- */

#define NONE (-1)

typedef struct {
    int64_t node, level, place, critical, left, right, heap, order;
} Slot;

typedef struct {
    Slot *slots;
    double *merits;
    int64_t *heap;
    int64_t size, used, free;
} Open;

static inline int64_t new_slot(Open *open, int64_t left) {
    int64_t slot = open->free, right = NONE;
    if (slot == NONE)
        slot = open->used++;
    else
        open->free = open->slots[slot].right;
    if (left != NONE) {
        right = open->slots[left].right;
        open->slots[left].right = slot;
    }
    if (right != NONE) open->slots[right].left = slot;
    open->slots[slot].left = left;
    open->slots[slot].right = right;
    open->slots[slot].heap = NONE;
    return slot;
}

static inline int precedes(const Open *open, double merit, int64_t slot, int64_t position) {
    double other = open->merits[position];
    if (merit != other) return merit > other;
    return open->slots[slot].order < open->slots[open->heap[position]].order;
}

static inline void set_at(Open *open, int64_t position, double merit, int64_t slot) {
    open->merits[position] = merit;
    open->heap[position] = slot;
    open->slots[slot].heap = position;
}

static inline void rise(Open *open, int64_t position, double merit, int64_t slot) {
    while (position > 0) {
        int64_t up = (position - 1) >> 1;
        if (!precedes(open, merit, slot, up)) break;
        set_at(open, position, open->merits[up], open->heap[up]);
        position = up;
    }
    set_at(open, position, merit, slot);
}

static inline void sink(Open *open, int64_t position, double merit, int64_t slot) {
    for (;;) {
        int64_t down = 2 * position + 1;
        if (down >= open->size) break;
        if (down + 1 < open->size && precedes(open, open->merits[down + 1], open->heap[down + 1], down)) down++;
        if (precedes(open, merit, slot, down)) break;
        set_at(open, position, open->merits[down], open->heap[down]);
        position = down;
    }
    set_at(open, position, merit, slot);
}

static inline void insert(Open *open, double merit, int64_t slot) { rise(open, open->size++, merit, slot); }

static inline void remove_at(Open *open, int64_t position) {
    open->slots[open->heap[position]].heap = NONE;
    int64_t last = --open->size;
    if (position == last) return;
    double merit = open->merits[last];
    int64_t slot = open->heap[last];
    if (position > 0 && precedes(open, merit, slot, (position - 1) >> 1))
        rise(open, position, merit, slot);
    else
        sink(open, position, merit, slot);
}

static inline void drop_slot(Open *open, int64_t slot) {
    Slot *dropped = &open->slots[slot];
    if (dropped->heap != NONE) remove_at(open, dropped->heap);
    if (dropped->left != NONE) open->slots[dropped->left].right = dropped->right;
    if (dropped->right != NONE) open->slots[dropped->right].left = dropped->left;
    dropped->right = open->free;
    open->free = slot;
}

static inline void purge(Open *open, int64_t hand, int64_t begin, int64_t stop) {
    int64_t slot = open->slots[hand].left;
    while (slot != NONE && open->slots[slot].place >= begin) {
        int64_t left = open->slots[slot].left;
        drop_slot(open, slot);
        slot = left;
    }
    slot = open->slots[hand].right;
    while (slot != NONE && open->slots[slot].place < stop) {
        int64_t right = open->slots[slot].right;
        drop_slot(open, slot);
        slot = right;
    }
}

static inline void settle(const Tree *tree, Open *open, int64_t slot, int64_t level, int64_t node) {
    open->slots[slot].level = level;
    open->slots[slot].node = node;
    open->slots[slot].place = node * tree->span[level];
}

static inline void leave_waiting(const Tree *tree, Open *open, int64_t hand, int64_t level, int64_t sibling,
                                 int64_t critical) {
    int64_t slot = new_slot(open, hand);
    settle(tree, open, slot, level, sibling);
    open->slots[slot].critical = critical;
}

static double sss_star(const Tree *tree, Log *log, Open *open) {
    const int64_t width = tree->width;
    int64_t level = 0, node = 0, critical = 0;
    int live = 1;
    double merit = INFINITY;
    open->size = open->used = 0;
    open->free = NONE;
    int64_t hand = new_slot(open, NONE);
    while (level > 0 || live) {
        if (level > 0) {
            log->visits++;
            log->nodes += live;
        }
        if (live && level == tree->depth) {
            log->leaves++;
            double value = tree->leaves[node];
            if (value >= merit) {
                live = 0;
                continue;
            }
            settle(tree, open, hand, level, node);
            open->slots[hand].critical = node;
            open->slots[hand].order = open->slots[hand].place;
            insert(open, value, hand);
            int64_t waiting = open->slots[hand].right;
            live = waiting != NONE && open->slots[waiting].heap == NONE;
            if (live) {
                hand = waiting;
            } else {
                hand = open->heap[0];
                merit = open->merits[0];
                remove_at(open, 0);
            }
            level = open->slots[hand].level;
            node = open->slots[hand].node;
            critical = open->slots[hand].critical;
            if (live && node + 1 < (node / width + 1) * width)
                leave_waiting(tree, open, hand, level, node + 1, critical);
        } else if (live) {
            int is_max = !(level & 1);
            int64_t stop = (node + 1) * width;
            node *= width;
            level++;
            if (is_max && node + 1 < stop) leave_waiting(tree, open, hand, level, node + 1, critical);
        } else {
            int64_t parent = node / width;
            if (level & 1)
                purge(open, hand, parent * tree->span[level - 1], (parent + 1) * tree->span[level - 1]);
            if (level & 1 || node + 1 == (parent + 1) * width) {
                node = parent;
                level--;
            } else {
                node++;
                live = 1;
            }
        }
    }
    return merit;
}

/* ---- random trees ---------------------------------------------------------------------------------------- */

enum { UNORDERED, INTEGER_DEPENDENT, REAL_DEPENDENT, ORDERED };

static const uint64_t STEP = 0x9E3779B97F4A7C15u;

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline uint64_t next_bits(uint64_t *state) { return mix(*state += STEP); }

/* A whole number from 0 to n - 1, all equally likely. */
static inline int64_t below(uint64_t *state, uint64_t n) {
    uint64_t product = (next_bits(state) >> 32) * n;
    if ((product & 0xFFFFFFFFu) < n) {
        uint64_t least = (0x100000000u - n) % n;
        while ((product & 0xFFFFFFFFu) < least) product = (next_bits(state) >> 32) * n;
    }
    return (int64_t)(product >> 32);
}

static inline int64_t between(uint64_t *state, int64_t low, int64_t high) {
    return low + below(state, (uint64_t)(high - low + 1));
}

static inline void fill_permutation(uint64_t *state, double *out, int64_t n, double base) {
    for (int64_t i = 0; i < n; i++) {
        int64_t j = below(state, (uint64_t)(i + 1));
        out[i] = out[j];
        out[j] = base + (double)(i + 1);
    }
}

static inline void fill_ordered(uint64_t *state, double *out, int64_t width, int64_t level, int64_t value,
                                double p, const int64_t *low, const int64_t *high) {
    int64_t leader = 0;
    if (width > 1 && !((double)(next_bits(state) >> 11) * 0x1p-53 < p)) leader = 1 + below(state, width - 1);
    for (int64_t i = 0; i < width; i++) {
        int64_t worse = i == 0 && leader > 0;
        if (i == leader)
            out[i] = (double)value;
        else if (level & 1)
            out[i] = (double)between(state, value + worse, high[level + 1]);
        else
            out[i] = (double)between(state, low[level + 1], value - worse);
    }
}

static void fill_leaves(uint64_t *state, int64_t scheme, double p, const int64_t *low, const int64_t *high,
                        int64_t width, int64_t depth, int64_t n_leaves, double *leaves) {
    if (scheme == UNORDERED) {
        fill_permutation(state, leaves, n_leaves, 0.0);
        return;
    }
    leaves[0] = scheme == ORDERED ? (double)between(state, low[0], high[0]) : 0.0;
    int64_t n_nodes = 1;
    for (int64_t level = 0; level < depth; level++, n_nodes *= width)
        for (int64_t node = n_nodes - 1; node >= 0; node--) {
            double value = leaves[node], *sons = &leaves[node * width];
            if (scheme == ORDERED)
                fill_ordered(state, sons, width, level, (int64_t)value, p, low, high);
            else if (scheme == INTEGER_DEPENDENT)
                fill_permutation(state, sons, width, value);
            else
                fill_permutation(state, sons, width, value * (double)width);
        }
    if (scheme == REAL_DEPENDENT)
        for (int64_t leaf = 0; leaf < n_leaves; leaf++) leaves[leaf] /= (double)n_leaves;
}

/* ---- trees that are never stored ------------------------------------------------------------------------- */

typedef struct {
    int64_t width, depth;
    uint64_t key;
    int64_t scheme;
    double p;
    const int64_t *low, *high, *span;
    int64_t *parents; /* per level, the node whose sons are remembered, or -1 */
    double *sons;     /* per level, their values */
} LazyTree;

static inline uint64_t stream(uint64_t key, uint64_t level, uint64_t node) {
    return mix(mix(mix(key + STEP) + level) + node * STEP);
}

/* The value of a leaf of an unordered tree: a hash of its number. */
static inline double hashed_value(const LazyTree *tree, int64_t leaf) {
    return (double)(mix(tree->key + (uint64_t)leaf * STEP) >> 11) * 0x1p-53;
}

static inline double remembered(const LazyTree *tree, int64_t level, int64_t node) {
    return tree->sons[level * tree->width + node % tree->width];
}

/* The value of a leaf of any other tree: from the last node above it whose sons are still remembered. */
static inline double lazy_value(const LazyTree *tree, int64_t leaf) {
    int64_t level = tree->depth, node = leaf;
    for (; level > 0 && tree->parents[level] != node / tree->width; level--) node /= tree->width;
    while (level < tree->depth) {
        uint64_t state;
        double value;
        if (level == 0) {
            state = stream(tree->key, 0, 0);
            value = tree->scheme == ORDERED ? (double)between(&state, tree->low[0], tree->high[0]) : 0.0;
        } else {
            value = remembered(tree, level, node);
        }
        level++;
        double *sons = &tree->sons[level * tree->width];
        state = stream(tree->key, (uint64_t)level, (uint64_t)node);
        if (tree->scheme == ORDERED)
            fill_ordered(&state, sons, tree->width, level - 1, (int64_t)value, tree->p, tree->low, tree->high);
        else
            fill_permutation(&state, sons, tree->width, value);
        tree->parents[level] = node;
        node = leaf / tree->span[level];
    }
    return remembered(tree, level, leaf);
}

#define LAZY_ALPHABETA(name, value_of)                                                                          \
    static double name(const LazyTree *tree, Log *log, int64_t level, int64_t node, double alpha, double beta) { \
        double m = alpha;                                                                                       \
        int64_t son = node * tree->width, stop = son + tree->width;                                             \
        int leaf = level + 1 == tree->depth;                                                                    \
        for (; son < stop; son++) {                                                                             \
            double value;                                                                                       \
            log->visits++;                                                                                      \
            if (leaf) {                                                                                         \
                log->leaves++;                                                                                  \
                value = level & 1 ? -value_of(tree, son) : value_of(tree, son);                                 \
            } else {                                                                                            \
                value = -name(tree, log, level + 1, son, -beta, -m);                                            \
            }                                                                                                   \
            if (value > m) m = value;                                                                           \
            if (m >= beta) return m;                                                                            \
        }                                                                                                       \
        return m;                                                                                               \
    }

LAZY_ALPHABETA(hashed_alphabeta, hashed_value)
LAZY_ALPHABETA(lazy_alphabeta, lazy_value)

double lazy_tree(const LazyTree *tree, int64_t *counts) {
    Log log = {0, 0, 0, 0, 0};
    double value;
    if (tree->scheme == UNORDERED) {
        value = hashed_alphabeta(tree, &log, 0, 0, -INFINITY, INFINITY);
    } else {
        for (int64_t level = 0; level <= tree->depth; level++) tree->parents[level] = -1;
        value = lazy_alphabeta(tree, &log, 0, 0, -INFINITY, INFINITY);
    }
    counts[0] = log.leaves;
    counts[1] = counts[2] = log.visits;
    return value;
}

/* ---- many trees in one call ------------------------------------------------------------------------------ */

typedef struct {
    int64_t width, depth, n_trees, n_leaves;
    const double *leaves; /* n_trees rows */
    const int64_t *span, *offset;
    double *values;  /* one per tree */
    int64_t *counts; /* leaves, nodes, visits of each tree */
    int32_t *marks, stamp;
    Slot *slots;
    double *merits;
    int64_t *heap;
} Batch;

#define EACH_TREE(name, prepare, found, nodes_counted)                                              \
    void name##_trees(const Batch *b) {                                                             \
        for (int64_t i = 0; i < b->n_trees; i++) {                                                  \
            Tree here = {b->width, b->depth, b->leaves + i * b->n_leaves, b->span, b->offset};      \
            Log counted = {0, 0, 0, b->marks, b->stamp + (int32_t)i};                               \
            const Tree *tree = &here;                                                               \
            Log *log = &counted;                                                                    \
            prepare;                                                                                \
            b->values[i] = found;                                                                   \
            b->counts[3 * i] = log->leaves;                                                         \
            b->counts[3 * i + 1] = log->nodes_counted;                                              \
            b->counts[3 * i + 2] = log->visits;                                                     \
        }                                                                                           \
    }

EACH_TREE(minimax, , negamax(tree, log, 0, 0), visits)
EACH_TREE(branch_and_bound, , branch_and_bound(tree, log, 0, 0, INFINITY), visits)
EACH_TREE(alphabeta, , alphabeta(tree, log, 0, 0, -INFINITY, INFINITY), visits)
EACH_TREE(palphabeta, , palphabeta(tree, log, 0, 0), nodes)
EACH_TREE(pvs, , pvs(tree, log, 0, 0, -INFINITY, INFINITY), nodes)
EACH_TREE(scout, , scout(tree, log, 0, 0), nodes)
EACH_TREE(sss_star, Open open = {.slots = b->slots} ; open.merits = b->merits ; open.heap = b->heap,
          sss_star(tree, log, &open), nodes)

void uniform_trees(uint64_t seed, uint64_t cell, int64_t first, int64_t n_trees, int64_t scheme, double p, const int64_t *low,
                   const int64_t *high, int64_t width, int64_t depth, int64_t n_leaves, double *leaves) {
    for (int64_t i = 0; i < n_trees; i++) {
        uint64_t state = mix(mix(mix(seed + STEP) + cell) + (uint64_t)(first + i) * STEP);
        fill_leaves(&state, scheme, p, low, high, width, depth, n_leaves, leaves + i * n_leaves);
    }
}

/* What a sweep keeps of the counts of many strategies on the same trees (counts[strategy][tree][criterion]): sums,
 * and sums of the products of two strategies. */
void sums_of_counts(int64_t n_strategies, int64_t n_trees, const int64_t *counts, int64_t *total, int64_t *products) {
    for (int64_t i = 0; i < n_trees; i++)
        for (int64_t a = 0; a < n_strategies; a++)
            for (int64_t c = 0; c < 3; c++) {
                int64_t count = counts[(a * n_trees + i) * 3 + c];
                total[a * 3 + c] += count;
                for (int64_t b = 0; b < n_strategies; b++)
                    products[(c * n_strategies + a) * n_strategies + b] +=
                        count * counts[(b * n_trees + i) * 3 + c];
            }
}
