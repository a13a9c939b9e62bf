// Sweeps: choose a class of trees and strategies, and see the counts of single trees pile up while they are searched.
// Who searches (the kernel, or the page's WebAssembly) is asked for one part after the other, so work can be stopped
// at any time, and what has been found so far is always on screen.

export default (() => {
  const CRITERIA = ["leaves", "nodes", "visits"];
  const START = {
    kind: "uniform", width: 3, depth: 4, scheme: "unordered", p: 0.6, trees: 10000, seed: 1985,
    strategies: ["alphabeta", "branch-and-bound", "palphabeta", "scout", "pvs", "sss*"],
    criterion: "leaves", view: "distribution",
  };
  const BASE = "alphabeta";
  const PRINTED_TREES = 50; // trees per printed mean
  const FIRST_PART = 20; // trees; the parts that follow take as long as PART says
  const PART = 80; // milliseconds

  const takesP = (chosen) => chosen.scheme.startsWith("ordered");
  const round = (value, digits = 2) =>
    value == null || Number.isNaN(value)
      ? "–"
      : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const whole = (value) => value.toLocaleString("en");

  function className({ kind, width, depth, scheme, p }) {
    const others = kind === "uniform" || kind === "nonuniform" ? "" : `, ${kind}`;
    const order = takesP({ scheme }) ? `, P = ${p}` : "";
    return `${kind === "uniform" ? "U" : "N"}(${width},${depth})${others}, ${scheme}${order}`;
  }

  const trees = ({ kind, width, depth, scheme, p, seed }) => ({
    kind, width, depth, scheme, seed, ...(takesP({ scheme }) ? { p } : {}),
  });

  function python({ kind, width, depth, scheme, p, strategies, trees: n, seed }) {
    const names = strategies.map((name) => `"${name}"`).join(", ");
    const order = takesP({ scheme }) ? `, p=${p}` : "";
    return `import gametree as gt

gt.sweep("${kind}", "${scheme}", sizes=[(${width}, ${depth})], strategies=[${names}], trees=${n}, seed=${seed}${order})`;
  }

  // -- what has been found ----------------------------------------------------------------------------------------

  class Found {
    constructor(chosen) {
      this.chosen = chosen;
      this.names = chosen.strategies;
      this.n = 0;
      this.total = this.names.map(() => [0, 0, 0]);
      this.products = CRITERIA.map(() => this.names.map(() => this.names.map(() => 0)));
      this.tallies = this.names.map(() => CRITERIA.map(() => new Map()));
      this.printed = {};
    }
    add({ trees: n, total, products, tallies }) {
      this.n += n;
      total.forEach((row, k) => row.forEach((sum, c) => (this.total[k][c] += sum)));
      products.forEach((block, c) =>
        block.forEach((row, a) => row.forEach((sum, b) => (this.products[c][a][b] += sum))));
      tallies.forEach((row, k) =>
        row.forEach(([values, times], c) => {
          const tally = this.tallies[k][c];
          values.forEach((value, i) => tally.set(value, (tally.get(value) ?? 0) + times[i]));
        }));
    }
    mean(k, c) {
      return this.total[k][c] / this.n;
    }
    // Standard deviation of a single tree, from the tally: exactly nothing where all trees are alike.
    sd(k, c) {
      const mean = this.mean(k, c);
      let squares = 0;
      for (const [value, times] of this.tallies[k][c]) squares += times * (value - mean) ** 2;
      return this.n > 1 ? Math.sqrt(squares / (this.n - 1)) : NaN;
    }
    // The ratio of two means with its standard error; both come from the same trees, so their covariance counts.
    ratio(k, base, c) {
      const value = this.total[k][c] / this.total[base][c];
      const joint = (a, b) => this.products[c][a][b] - (this.total[a][c] * this.total[b][c]) / this.n;
      const variance = (joint(k, k) - 2 * value * joint(k, base) + value ** 2 * joint(base, base)) / (this.n - 1);
      const error = k === base ? 0 : Math.sqrt(Math.max(0, variance) / this.n) / this.mean(base, c);
      return { value, error: this.n > 1 ? error : NaN };
    }
    // What a row of picture and table tells of a strategy.
    row(k, criterion) {
      const c = CRITERIA.indexOf(criterion);
      const base = this.names.indexOf(BASE);
      const mean = this.mean(k, c);
      const sd = this.sd(k, c);
      const print = criterion === "leaves" ? this.printed[this.names[k]] : undefined;
      const printedBase = criterion === "leaves" ? this.printed[BASE] : undefined;
      const spread = sd * Math.sqrt(1 / PRINTED_TREES + 1 / this.n);
      return {
        name: this.names[k], tally: this.tallies[k][c], mean, sd, error: sd / Math.sqrt(this.n),
        ratio: base < 0 ? null : this.ratio(k, base, c),
        print,
        printedRatio: print && printedBase ? print.value / printedBase.value : undefined,
        distance: print && spread > 0 ? (print.value - mean) / spread : undefined,
      };
    }
    rows(criterion) {
      return this.names.map((_, k) => this.row(k, criterion));
    }
  }

  // -- the picture ------------------------------------------------------------------------------------------------

  const svg = (name, attributes = {}, ...children) => element(`svg:${name}`, attributes, ...children);

  // A row per strategy, names above the bars, so that narrow screens have room; all rows have one axis.
  function draw(width, found, criterion, view) {
    const rows = found.rows(criterion);
    const ratio = view === "ratio" && rows[0].ratio !== null;
    const high = ratio ? 34 : 62;
    const left = 8, right = 12, top = 4, bottom = 40;
    const height = top + rows.length * high + bottom;
    const marks = rows.flatMap((row) =>
      ratio
        ? [row.ratio.value - 2 * (row.ratio.error || 0), row.ratio.value + 2 * (row.ratio.error || 0), row.printedRatio ?? 1, 1]
        : [...row.tally.keys(), row.print?.value ?? row.mean]);
    let from = marks.reduce((a, b) => Math.min(a, b));
    let to = marks.reduce((a, b) => Math.max(a, b));
    const wide = width - left - right;
    const size = ratio ? 0 : Math.max(1, Math.ceil((to - from + 1) / Math.max(12, Math.floor(wide / 8))));
    if (ratio) {
      const margin = (to - from || 0.1) * 0.06;
      from -= margin;
      to += margin;
    } else {
      from = Math.floor(from) - 0.5;
      to = from + Math.ceil((Math.ceil(to) + 0.5 - from) / size) * size;
    }
    const x = (value) => left + ((value - from) / (to - from)) * wide;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", class: "gt-sweep-picture" });
    const ground = top + rows.length * high;
    for (const tick of ticks(from, to, Math.max(3, Math.floor(wide / 90)))) {
      if (!ratio && !Number.isInteger(tick)) continue; // counts are whole
      const half = 3.5 * whole(tick).length;
      picture.append(
        svg("line", { x1: x(tick), x2: x(tick), y1: top, y2: ground, class: "gt-sweep-grid" }),
        svg("text", { x: Math.min(Math.max(x(tick), half), width - half), y: ground + 15, "text-anchor": "middle" }, whole(tick)));
    }
    const label = ratio ? `mean ${criterion}, as a ratio to those of ${BASE}` : `${criterion} per tree`;
    picture.append(svg("text", { x: left + wide / 2, y: ground + 33, "text-anchor": "middle" }, label));
    if (ratio) picture.append(svg("line", { x1: x(1), x2: x(1), y1: top, y2: ground, class: "gt-sweep-one" }));
    rows.forEach((row, k) => {
      const line = top + (k + 1) * high - 6;
      const group = svg("g", {}, svg("title", {}, sentence(row, ratio)));
      if (ratio) {
        const { value, error } = row.ratio;
        if (error > 0)
          group.append(svg("line", { x1: x(value - 1.96 * error), x2: x(value + 1.96 * error), y1: line, y2: line, class: "gt-sweep-error" }));
        group.append(svg("circle", { cx: x(value), cy: line, r: 4, class: "gt-sweep-mean" }));
        if (row.printedRatio !== undefined) group.append(diamond(x(row.printedRatio), line));
      } else {
        const bins = Array(Math.round((to - from) / size)).fill(0);
        for (const [value, times] of row.tally) bins[Math.min(bins.length - 1, Math.floor((value - from) / size))] += times;
        const most = bins.reduce((a, b) => Math.max(a, b));
        const bars = bins.map((times, bin) => {
          if (!times) return "";
          const tall = Math.max(0.75, (times / most) * (high - 26));
          const begin = x(from + bin * size), step = (size / (to - from)) * wide;
          return `M${begin.toFixed(2)} ${line}v${(-tall).toFixed(2)}h${Math.max(0.5, step - (step > 4 ? 1 : 0)).toFixed(2)}v${tall.toFixed(2)}z`;
        });
        group.append(
          svg("path", { d: bars.join(""), class: "gt-sweep-bars" }),
          svg("line", { x1: left, x2: left + wide, y1: line, y2: line, class: "gt-sweep-ground" }),
          svg("line", { x1: x(row.mean), x2: x(row.mean), y1: line - high + 26, y2: line + 4, class: "gt-sweep-middle" }));
        if (row.print) group.append(diamond(x(row.print.value), line));
      }
      group.append(
        svg("text", { x: left, y: line - high + 20, class: "gt-sweep-name" }, row.name),
        svg("text", { x: left + wide, y: line - high + 20, "text-anchor": "end" }, short(row, ratio)));
      picture.append(group);
    });
    return picture;
  }

  const diamond = (x, y) => svg("path", { d: `M${x} ${y - 6}l5 6l-5 6l-5 -6z`, class: "gt-sweep-printed" });

  function short(row, ratio) {
    const print = ratio ? row.printedRatio : row.print?.value;
    const mean = ratio ? `${round(row.ratio.value, 3)} ± ${round(row.ratio.error, 3)}` : `${round(row.mean)} ± ${round(row.error)}`;
    return mean + (print === undefined ? "" : `, printed ${round(print, ratio ? 3 : 2)}`);
  }

  const sentence = (row, ratio) => `${row.name}: ${short(row, ratio)}`;

  function table(found, criterion) {
    const head = ["strategy", `${criterion}, mean ± standard error`, "sd of a tree", `ratio to ${BASE}`, "printed", "distance", "verdict"];
    const rows = found.rows(criterion).map((row) => [
      row.name, `${round(row.mean)} ± ${round(row.error)}`, round(row.sd),
      row.ratio ? `${round(row.ratio.value, 3)} ± ${round(row.ratio.error, 3)}` : "–",
      row.print ? round(row.print.value) : "–",
      row.distance === undefined ? "–" : `${row.distance < 0 ? "−" : "+"}${round(Math.abs(row.distance), 1)}`,
      row.print?.verdict ?? "–",
    ]);
    return element("table", {},
      element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, ...rows.map((row) =>
        element("tr", {}, ...row.map((text, place) => (place ? element("td", {}, text) : element("th", { scope: "row" }, text)))))));
  }

  // -- the address ------------------------------------------------------------------------------------------------

  const SIGN = "#sweep?";

  function fromAddress() {
    if (!location.hash.startsWith(SIGN)) return {};
    const given = new URLSearchParams(location.hash.slice(SIGN.length));
    const found = {};
    for (const [name, value] of given)
      if (name in START)
        found[name] = Array.isArray(START[name]) ? value.split(",").filter(Boolean) : typeof START[name] === "number" ? Number(value) : value;
    return found;
  }

  function toAddress(chosen) {
    const said = new URLSearchParams(Object.entries(chosen).map(([name, value]) => [name, String(value)]));
    history.replaceState(history.state, "", `${SIGN}${said}`);
  }

  // -- the component ----------------------------------------------------------------------------------------------

  function render({ model, el }) {
    const onPage = model instanceof PageModel;
    const state = model.get("state") ?? {};
    const offers = gametree.engines.sweep?.offers ?? state.offers;
    const given = Object.fromEntries(Object.entries(state).filter(([name]) => name in START));
    let chosen = { ...START, ...given, ...(onPage ? fromAddress() : {}) };

    el.classList.add("gametree-view", "gt-sweep");
    el.setAttribute("role", "group");
    el.setAttribute("aria-label", "Sweep over random trees");
    el.dataset.lmSuppressShortcuts = "true"; // JupyterLab's own keys would move to another cell, or delete this one
    el.addEventListener("keydown", (event) => event.stopPropagation());

    // -- controls

    const fields = {};
    const field = (name, label, input, read) => {
      fields[name] = { input, read };
      input.addEventListener("change", () => change(name));
      return element("label", {}, element("span", {}, label), input);
    };
    const number = (name, label, attributes) =>
      field(name, label, element("input", { type: "number", ...attributes }), (input) => (input.value.trim() === "" ? NaN : Number(input.value)));
    const choice = (name, label, options) =>
      field(name, label, element("select", {}, ...options.map((option) => element("option", { value: option }, option))), (input) => input.value);

    const boxes = offers.strategies.map((name) => element("input", { type: "checkbox", value: name, onchange: () => change("strategies") }));
    const strategies = element("fieldset", {}, element("legend", {}, "strategies"),
      ...boxes.map((box) => element("label", {}, box, box.value)));
    // A number that has just been typed starts its sweep as the button is pressed: the click must not stop that one.
    let pressedIdle = false;
    const run = element("button", { type: "button", onpointerdown: () => (pressedIdle = !running), onclick: () => {
      if (!running) begin();
      else if (!pressedIdle) stop();
      pressedIdle = false;
    } }, "run");
    const copy = element("button", { type: "button", onclick: copyPython }, "copy Python");
    const roll = element("button", { type: "button", onclick: () => set("seed", Math.floor(Math.random() * 1e6)) }, "roll a seed");
    const progress = element("progress", { max: 1, value: 0, "aria-label": "trees searched" });
    const status = element("p", { role: "status", class: "gt-sweep-status" });
    const alert = element("p", { role: "alert" });
    const picture = element("div", { class: "gt-sweep-place" });
    const numbers = element("div", { class: "gt-sweep-numbers", tabindex: 0, role: "region", "aria-label": "means as a table" });
    const legend = element("p", { class: "gt-sweep-legend" });

    el.append(
      element("div", { class: "gt-sweep-controls" },
        ...(offers.kinds.length > 1 ? [choice("kind", "kind", offers.kinds)] : []),
        number("width", "width", { min: 1, step: 1 }),
        number("depth", "depth", { min: 1, step: 1 }),
        choice("scheme", "scheme", offers.schemes),
        number("p", "P", { min: 0, max: 1, step: 0.1 }),
        number("trees", "trees", { min: 2, step: 1 }),
        number("seed", "seed", { min: 0, step: 1 }),
        choice("criterion", "count", CRITERIA),
        choice("view", "show", ["distribution", "ratio"])),
      strategies,
      element("div", { class: "gt-sweep-actions" }, run, roll, copy, progress),
      alert, status, picture, legend, numbers);

    fields.view.input.options[1].textContent = `ratio to ${BASE}`;

    function showChosen() {
      for (const [name, { input }] of Object.entries(fields)) input.value = Number.isNaN(chosen[name]) ? "" : chosen[name];
      for (const box of boxes) box.checked = chosen.strategies.includes(box.value);
      fields.p.input.disabled = !takesP(chosen);
    }

    function set(name, value) {
      chosen = { ...chosen, [name]: value };
      remember();
      showChosen();
      if (name === "criterion" || name === "view") redraw();
      else begin();
    }

    function change(name) {
      const value = name === "strategies" ? boxes.filter((box) => box.checked).map((box) => box.value) : fields[name].read(fields[name].input);
      set(name, value);
    }

    function remember() {
      if (onPage) toAddress(chosen);
      model.set("state", { ...model.get("state"), ...chosen });
      model.save_changes();
    }

    async function copyPython() {
      const text = python(chosen);
      try {
        await navigator.clipboard.writeText(text);
        status.textContent = "Copied.";
      } catch {
        status.replaceChildren("Copy this: ", element("code", {}, text)); // where pages may not use the clipboard
      }
    }

    // -- work

    let running = null; // the sweep that is under way
    let found = null;
    let waiting = 0;

    function fault() {
      const counts = { width: [1, 2 ** 20], depth: [1, 250], trees: [2, 1e9], seed: [0, Number.MAX_SAFE_INTEGER] };
      for (const [name, [least, most]] of Object.entries(counts))
        if (!Number.isSafeInteger(chosen[name]) || chosen[name] < least || chosen[name] > most)
          return [name, `${name} must be a whole number from ${whole(least)} to ${whole(most)}`];
      if (takesP(chosen) && !(chosen.p >= 0 && chosen.p <= 1)) return ["p", "P must be a number from 0 to 1"];
      if (!chosen.strategies.length) return ["strategies", "choose at least one strategy"];
      return null;
    }

    function tell(message, name) {
      alert.textContent = message;
      el.classList.toggle("gt-sweep-stale", message !== ""); // the picture is of what was chosen before
      for (const [each, { input }] of Object.entries(fields)) input.toggleAttribute("aria-invalid", each === name);
    }

    function stop() {
      running = null;
      run.textContent = "run";
      say();
    }

    async function begin() {
      const wrong = fault();
      tell(wrong ? `${wrong[1]}.` : "", wrong?.[0]);
      if (wrong) {
        stop();
        return;
      }
      const mine = (running = new Found({ ...chosen }));
      run.textContent = "stop";
      status.textContent = "Starting …";
      let step = FIRST_PART;
      try {
        const printed = await ask(model, { engine: "printed", ...trees(chosen) });
        mine.printed = printed;
        while (running === mine && mine.n < mine.chosen.trees) {
          const begun = performance.now();
          const question = { ...trees(mine.chosen), strategies: mine.names, first: mine.n, trees: Math.min(step, mine.chosen.trees - mine.n) };
          const part = await ask(model, { engine: "sweep", ...question });
          if (running !== mine) return;
          mine.add(part);
          found = mine;
          later();
          const spent = performance.now() - begun;
          step = Math.max(1, Math.round(step * Math.min(4, PART / Math.max(1, spent))));
        }
        if (running === mine) stop();
      } catch (error) {
        if (running !== mine) return;
        stop();
        tell(`${error.message}.`);
      }
    }

    function say() {
      if (!found) {
        status.textContent = "";
        return;
      }
      const { n, chosen: done } = found;
      progress.value = n / done.trees;
      const state = n === done.trees ? "done" : running ? "searching …" : "stopped";
      status.textContent = `${className(done)}: ${whole(n)} of ${whole(done.trees)} trees, ${state}`;
    }

    // Draw at most once a frame, however fast parts come in.
    function later() {
      if (!waiting) waiting = requestAnimationFrame(redraw);
    }

    function redraw() {
      cancelAnimationFrame(waiting);
      waiting = 0;
      const width = Math.floor(picture.clientWidth);
      if (!found || width <= 0) return;
      const drawn = draw(width, found, chosen.criterion, chosen.view);
      const noBase = chosen.view === "ratio" && !found.names.includes(BASE);
      const rows = found.rows(chosen.criterion);
      drawn.setAttribute("aria-label", `${chosen.criterion} on ${className(found.chosen)}, ${found.n} trees. ` +
        rows.map((row) => sentence(row, chosen.view === "ratio" && !noBase)).join("; "));
      picture.replaceChildren(drawn);
      numbers.replaceChildren(table(found, chosen.criterion));
      const print = Object.values(found.printed)[0];
      const bars = chosen.view === "ratio" && !noBase ? "Dot: mean, with its 95 % interval." : "Bars: single trees. Line: mean, ± its standard error.";
      legend.textContent = [
        noBase ? `A ratio needs ${BASE}: choose it too.` : "",
        bars,
        print && chosen.criterion === "leaves"
          ? `Diamond: printed in Table ${print.table} of the thesis, a mean of ${PRINTED_TREES} trees; its distance is in standard errors, ` +
            "and the verdict is the scorecard's, with the text read word by word."
          : "The thesis prints nothing for this.",
      ].join(" ").trim();
      say();
    }

    showChosen();
    const resized = new ResizeObserver(redraw);
    resized.observe(picture);
    // Start when somebody gets to see it, not before.
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      begin();
    });
    seen.observe(el);
    const moved = () => {
      const there = fromAddress();
      if (!Object.keys(there).length) return;
      chosen = { ...chosen, ...there };
      showChosen();
      el.scrollIntoView();
      begin();
    };
    if (onPage) window.addEventListener("hashchange", moved);
    // An address that names a sweep is about that; who is elsewhere on the page (or again, after a reload) stays there.
    if (onPage && location.hash.startsWith(SIGN) && !scrollY) el.scrollIntoView();
    return () => {
      running = null;
      resized.disconnect();
      seen.disconnect();
      window.removeEventListener("hashchange", moved);
    };
  }

  return { render };
})();
