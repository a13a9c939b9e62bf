// A board of a G-game whose elements can be turned over: all its positions, what one search thinks of them, and what
// every search decides.
//
// state: title; board, signs; least and most: how many elements a board may have; rules, evaluations [{name, text}];
// start {rule, evaluation, depth}; central: for every depth the [left, right] taken at the positions that decide;
// By number of elements n, then by board, read as a binary number with a 1 for +: max[n] ("1" where Max wins), best[n]
// (L, R, or = if it makes no difference); values[rule][evaluation][n], n numbers a board, by depth, in thousandths;
// moves[rule][evaluation][n], n - 1 letters a board (L, R or =), by depth from 1.

function render({ model, el }) {
  const state = model.get("state");
  const parts = panel(el, state.title);
  let board = [...state.board].map((sign) => sign === "+");
  const elements = slider("elements", (n) => {
    while (board.length < n) board.push(true);
    board.length = n;
    update();
  });
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, k) => from + k);
  elements.set(range(state.least, state.most), board.length);
  const depth = slider("depth", () => update());
  const rule = menu("rule", () => update());
  rule.set(state.rules, state.start.rule);
  const evaluation = menu("evaluation", () => update(), (each) => each.text);
  evaluation.set(state.evaluations, state.evaluations.find((each) => each.name === state.start.evaluation));
  parts.controls.append(elements.element, depth.element, rule.element, evaluation.element);
  const squares = element("div", { class: "gt-board", role: "group", "aria-label": "board: press an element to turn it over" });
  parts.controls.after(squares);
  const decisions = element("div", { class: "gt-scroll" });
  parts.reading.after(decisions);
  const redraw = drawnToFit(parts.picture, draw);
  depth.set(range(1, board.length - 1), state.start.depth);

  const code = (signs) => signs.reduce((sum, plus) => 2 * sum + Number(plus), 0);
  const left = (i, j) => board.slice(i, board.length - j);
  const wins = (signs) => (state.max[signs.length][code(signs)] === "1" ? "Max" : "Min");
  const value = (i, j, by = rule.value(), how = evaluation.value().name) => {
    const signs = left(i, j);
    return state.values[by][how][signs.length][code(signs) * signs.length + depth.value() - i - j] / 1000;
  };
  const move = { L: "left", R: "right", "=": "either" };
  const spelled = (signs) => signs.map((plus) => (plus ? "+" : "−")).join("");
  const isCentral = (i, j) => state.central[depth.value()].some(([a, b]) => a === i && b === j);

  function update() {
    depth.set(range(1, board.length - 1), Math.min(depth.value() ?? 1, board.length - 1));
    const held = [...squares.children].indexOf(document.activeElement);
    squares.replaceChildren(...board.map((plus, k) => element("button", { type: "button", class: plus ? "gt-plus" : "gt-minus", "aria-pressed": `${plus}`,
      "aria-label": `element ${k + 1}: ${plus ? "+1" : "−1"}`, onclick: () => { board[k] = !board[k]; update(); } }, plus ? "+" : "−")));
    squares.children[held]?.focus();
    const n = board.length, best = state.best[n][code(board)];
    const rows = state.rules.flatMap((by) => state.evaluations.map(({ name }) => {
      const taken = state.moves[by][name][n][code(board) * (n - 1) + depth.value() - 1];
      const right = best === "=" ? "either is" : taken === "=" ? "50 %" : taken === best ? "yes" : "no";
      return { by, name, cells: [by.split(" ").at(-1), name, inWords(value(1, 0, by, name)), inWords(value(0, 1, by, name)), move[taken], right] };
    }));
    const heads = ["rule", "evaluation", "left", "right", "takes", "best?"];
    decisions.replaceChildren(element("table", { class: "gt-decisions" }, element("caption", {}, `Depth ${depth.value()} of ${n - 1}: value of left and right, and the choice`),
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...rows.map(({ by, name, cells }) => element("tr", { class: by === rule.value() && name === evaluation.value().name ? "gt-chosen" : null },
        ...cells.map((cell) => element("td", {}, cell)))))));
    parts.reading.textContent = (best === "=" ? `${wins(board)} wins by force, whichever element is taken.` : `Only taking the ${move[best]} element wins for the player to move, ${wins(board)}.`)
      + ` The ${state.central[depth.value()].length} framed positions decide what minimax makes of the board.`;
    const positions = range(0, depth.value()).flatMap((level) => range(0, level).map((j) => [level - j, j]));
    fillNumbers(parts.numbers, `Values down to depth ${depth.value()}: ${rule.value()}, ${evaluation.value().name}`, ["position", "board", "value", "wins"],
      positions.map(([i, j]) => [`g[${i},${j}]`, spelled(left(i, j)), inWords(value(i, j)), wins(left(i, j))]));
    redraw();
  }

  function draw(width) {
    const n = board.length, levels = n, high = Math.min(46, (width < 500 ? 216 : 264) / levels), height = high * levels + 4;
    const gap = Math.min(100, (width - 4) / n);
    const side = Math.min(9, (gap - 8) / n, high - 24 > 9 ? 9 : 8);
    const px = (i, j) => width / 2 + ((j - i) * gap) / 2, py = (i, j) => 10 + high * (i + j);
    const svg = element("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": `All positions of the board ${spelled(board)}, with values down to depth ${depth.value()}. ${parts.reading.textContent}` });
    const all = range(0, n - 1).flatMap((level) => range(0, level).map((j) => [level - j, j]));
    for (const [i, j] of all) if (i + j < n - 1) for (const [a, b] of [[i + 1, j], [i, j + 1]])
      svg.append(element("svg:line", { class: "gt-move", x1: px(i, j), y1: py(i, j), x2: px(a, b), y2: py(a, b) }));
    for (const [i, j] of all) {
      const signs = left(i, j), wide = side * signs.length;
      const box = element("svg:rect", { class: `gt-position${wins(signs) === "Max" ? " gt-max" : ""}${isCentral(i, j) ? " gt-central" : ""}`,
        x: px(i, j) - wide / 2 - 3, y: py(i, j) - side / 2 - 3, width: wide + 6, height: side + 6, rx: 3 },
        element("svg:title", {}, `g[${i},${j}] ${spelled(signs)}: ${wins(signs)} wins${i + j <= depth.value() ? `; value ${inWords(value(i, j))}` : ""}`));
      svg.append(box, ...signs.map((plus, k) => element("svg:rect", { class: plus ? "gt-plus" : "gt-minus", x: px(i, j) - wide / 2 + side * k + 0.5, y: py(i, j) - side / 2 + 0.5,
        width: side - 1, height: side - 1 })));
      if (i + j <= depth.value())
        svg.append(element("svg:text", { class: "gt-small", x: px(i, j), y: py(i, j) + side / 2 + 13, "text-anchor": "middle" }, inWords(value(i, j), gap < 60 ? 2 : 3)));
    }
    parts.picture.replaceChildren(svg, element("p", { class: "gt-keys" },
      element("span", {}, element("i", { class: "gt-key gt-max" }), "Max wins"), element("span", {}, element("i", { class: "gt-key gt-min" }), "Min wins"),
      element("span", {}, element("i", { class: "gt-key gt-central" }), "central descendants")));
  }
  update();
}

export default { render };
