// Sweeps without a kernel: the C of the bench, as WebAssembly in a worker, gives the same sums as gt.sweep.
// Parts of a sweep are asked for one by one, so that what asks can show them, or stop; the page is never blocked.

(() => {
  const SCHEMES = ["unordered", "integer-dependent", "real-dependent", "ordered"];
  const STRATEGIES = ["minimax", "branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*"];
  const CRITERIA = ["leaves", "nodes", "visits"];
  const LARGEST = 500; // the greatest value of an ordered tree
  const WIDEST = 2 ** 20;
  const DEEPEST = 250;
  const MOST_LEAVES = 2 ** 20; // with all that a search needs, under 130 MB, and a part of a second for one tree
  const MOST_TREES = 1e9;
  const LEAVES_AT_ONCE = 100_000; // so that the trees of a part stay in the processor's cache
  const PART = 100; // milliseconds that a part of a sweep takes, roughly

  // -- arguments ----------------------------------------------------------------------------------------------

  const shown = (value) =>
    typeof value === "bigint" ? `${value}` : value === undefined ? "missing" : (JSON.stringify(value) ?? String(value));
  const whole = (value) => value.toLocaleString("en");
  const listed = (names) => names.map((name) => `'${name}'`).join(", ");

  function checkCount(name, value, least, most) {
    if (!Number.isSafeInteger(value) || value < least || value > most)
      throw new Error(`${name} is ${shown(value)}: it must be a whole number from ${whole(least)} to ${whole(most)}`);
  }

  function checkName(name, value, names) {
    if (!names.includes(value)) throw new Error(`${name} is ${shown(value)}: it must be one of ${listed(names)}`);
  }

  // The class of trees that a question is about, checked; every error names the argument, its value and what is allowed.
  function checkTrees({ kind = "uniform", width, depth, scheme = "unordered", p = null, seed }) {
    if (kind !== "uniform")
      throw new Error(`kind is ${shown(kind)}: in a page it must be 'uniform'; JupyterLab has the other kinds`);
    checkCount("width", width, 1, WIDEST);
    checkCount("depth", depth, 1, DEEPEST);
    checkName("scheme", scheme, SCHEMES);
    if (scheme !== "ordered" && p !== null)
      throw new Error(`p is ${shown(p)}: it must be left out for the scheme '${scheme}'; only 'ordered' takes it`);
    if (scheme === "ordered" && !(typeof p === "number" && p >= 0 && p <= 1))
      throw new Error(`p is ${shown(p)}: for the scheme 'ordered' it must be a number from 0 to 1`);
    if (typeof seed === "bigint" ? seed < 0n || seed >= 2n ** 63n : !Number.isSafeInteger(seed) || seed < 0)
      throw new Error(`seed is ${shown(seed)}: it must be a whole number from 0 to 2**53 - 1, or a BigInt below 2**63`);
    const leaves = width ** depth;
    if (leaves > MOST_LEAVES)
      throw new Error(
        `width is ${width} and depth is ${depth}: a page has memory for trees of ${whole(MOST_LEAVES)} leaves, not of ` +
          `${Number.isSafeInteger(leaves) ? whole(leaves) : leaves.toPrecision(3)}`,
      );
    return {
      width, depth, leaves, seed: BigInt(seed), p: p ?? NaN, scheme: SCHEMES.indexOf(scheme),
      description: ["uniform", scheme, p === null ? "" : asPython(p), width, depth, LARGEST].join("|"),
    };
  }

  function checkStrategies(strategies) {
    if (!Array.isArray(strategies) || !strategies.length)
      throw new Error(`strategies is ${shown(strategies)}: it must be a list of names such as ['alphabeta', 'sss*']`);
    strategies.forEach((name, place) => {
      checkName("strategies", name, STRATEGIES);
      if (strategies.indexOf(name) < place) throw new Error(`strategies has '${name}' twice: each may be named once`);
    });
    return strategies.map((name) => STRATEGIES.indexOf(name));
  }

  // A float from 0 to 1 as Python writes it: the numbers of trees hang on it.
  function asPython(p) {
    if (Object.is(p, -0)) return "-0.0";
    if (Number.isInteger(p)) return p.toFixed(1);
    if (p >= 1e-4) return String(p);
    const [digits, power] = p.toExponential().split("e-");
    return `${digits}e-${power.padStart(2, "0")}`;
  }

  // -- the worker ---------------------------------------------------------------------------------------------

  // What runs in the worker: it stands alone, because its text is all that the worker gets.
  function work() {
    let engine = null;
    let prepared = "";

    function prepare({ description, seed, width, depth, scheme, p }, atOnce, columns) {
      const wanted = [description, seed, atOnce, columns].join(" ");
      if (wanted === prepared) return;
      prepared = "";
      const text = new TextEncoder().encode(description);
      new Uint8Array(engine.memory.buffer, engine.text(), text.length).set(text);
      if (!engine.prepare(text.length, seed, width, depth, scheme, p, atOnce, columns))
        throw new Error(`width is ${width} and depth is ${depth}: the browser has no memory left for such trees`);
      prepared = wanted;
    }

    const numbers = (place, length) => Array.from(new BigInt64Array(engine.memory.buffer, place, length), Number);

    function part({ trees, strategies, first, n, atOnce }) {
      const columns = strategies.length;
      prepare(trees, atOnce, columns);
      const total = Array(columns * 3).fill(0);
      const products = Array(columns * columns * 3).fill(0);
      const tallies = strategies.map(() => [new Map(), new Map(), new Map()]);
      for (let done = 0; done < n; done += atOnce) {
        const now = Math.min(atOnce, n - done);
        engine.grow(first + done, now);
        strategies.forEach((strategy, column) => engine.search(strategy, column));
        engine.add_up(columns);
        numbers(engine.total(), total.length).forEach((sum, place) => (total[place] += sum));
        numbers(engine.products(), products.length).forEach((sum, place) => (products[place] += sum));
        // Counts are below 2**31: the lower half of each 64-bit number is all of it.
        const counts = new Int32Array(engine.memory.buffer, engine.counts(), columns * now * 3 * 2);
        for (let column = 0, place = 0; column < columns; column += 1)
          for (let tree = 0; tree < now; tree += 1)
            for (let criterion = 0; criterion < 3; criterion += 1, place += 2) {
              const tally = tallies[column][criterion];
              tally.set(counts[place], (tally.get(counts[place]) ?? 0) + 1);
            }
      }
      const rows = (flat, length) => strategies.map((_, row) => flat.slice(row * length, (row + 1) * length));
      return {
        trees: n,
        total: rows(total, 3),
        products: [0, 1, 2].map((c) => rows(products.slice(c * columns ** 2, (c + 1) * columns ** 2), columns)),
        tallies: tallies.map((row) => row.map((tally) => [[...tally.keys()], [...tally.values()]])),
      };
    }

    self.onmessage = async ({ data: { number, binary, question } }) => {
      try {
        engine ??= (await WebAssembly.instantiate(binary)).instance.exports;
        self.postMessage({ number, answer: part(question) });
      } catch (error) {
        prepared = "";
        self.postMessage({ number, error: error.message });
      }
    };
  }

  // What is large stands in scripts of its own: a page opened from a folder may load scripts and nothing else.
  function load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${gametree.folder}${name}`;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`the page's file ${script.src} is missing`));
      document.head.append(script);
    });
  }

  let starting = null;
  let asked = 0;
  const waiting = new Map();

  async function start() {
    await load("sweep.wasm.js");
    const binary = Uint8Array.from(atob(gametree.wasm), (letter) => letter.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([`(${work})()`], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.onmessage = ({ data: { number, answer, error } }) => {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (error === undefined) resolve(answer);
      else reject(new Error(error));
    };
    return (message) => worker.postMessage({ binary, ...message });
  }

  async function put(question) {
    starting ??= start().catch((error) => {
      starting = null;
      throw error;
    });
    const send = await starting;
    const number = (asked += 1);
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      send({ number, question });
    });
  }

  // -- what the page offers -----------------------------------------------------------------------------------

  async function part(question) {
    const trees = checkTrees(question);
    const strategies = checkStrategies(question.strategies);
    const { first = 0, trees: n } = question;
    checkCount("trees", n, 1, MOST_TREES);
    checkCount("first", first, 0, MOST_TREES);
    const atOnce = Math.max(1, Math.floor(LEAVES_AT_ONCE / Math.max(trees.leaves, 10)));
    return put({ trees, strategies, first, n, atOnce });
  }
  part.offers = { kinds: ["uniform"], schemes: SCHEMES, strategies: STRATEGIES };
  gametree.engines.sweep = part;

  // The printed mean leaves of a class of trees, where there are any: {"sss*": {value, table, verdict}, ...}.
  let tables = null;
  gametree.engines.printed = async ({ kind = "uniform", scheme, p = null, width, depth }) => {
    await (tables ??= load("sweep.printed.js"));
    const trees = [kind, scheme, ...(p === null ? [] : [p])].join(" ");
    return gametree.printed[trees]?.[`${width},${depth}`] ?? {};
  };

  const ARGUMENTS = ["kind", "width", "depth", "scheme", "p", "strategies", "trees", "seed", "signal", "progress"];

  // The contract with the curious: gametree.sweep({width: 3, depth: 6, strategies: ["alphabeta", "sss*"], trees: 1000,
  // seed: 1}) gives the means of gt.sweep.  `signal` is an AbortSignal; `progress` is told how many trees are done.
  gametree.sweep = async (question = {}) => {
    for (const name of Object.keys(question))
      if (!ARGUMENTS.includes(name))
        throw new Error(`'${name}' is no argument of sweep: it takes ${listed(ARGUMENTS)}`);
    const { trees = 2000, signal, progress = () => {}, ...rest } = question;
    checkTrees(rest);
    checkStrategies(rest.strategies);
    checkCount("trees", trees, 1, MOST_TREES);
    const total = rest.strategies.map(() => [0, 0, 0]);
    let step = 1;
    for (let done = 0; done < trees; ) {
      if (signal?.aborted) throw new Error(`the sweep was stopped after ${done} of ${trees} trees`);
      const begun = performance.now();
      const found = await part({ ...rest, first: done, trees: Math.min(step, trees - done) });
      found.total.forEach((row, k) => row.forEach((sum, c) => (total[k][c] += sum)));
      done += found.trees;
      progress(done);
      step = Math.max(1, Math.round(step * Math.min(4, PART / Math.max(1, performance.now() - begun))));
    }
    return rest.strategies.map((strategy, k) => ({
      strategy,
      ...Object.fromEntries(CRITERIA.map((criterion, c) => [criterion, total[k][c] / trees])),
    }));
  };
})();
