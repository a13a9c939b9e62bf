// A uniform tree with the types of its positions, and what a search examines of it.
//
// state: title; choices and start, width and depth first; sizes {"width,depth": {types, rows}}: the type of every
// position, level by level from the left, and what theory says [words, number]; trees [{at, seen, leaves, rows}]: one
// character per position in the same order, 1 where it was examined, and what was counted.

function render({ model, el }) {
  const state = model.get("state");
  const parts = panel(el, state.title);
  const chosen = chooser(state.choices, state.trees.map((each) => each.at), state.start, () => update());
  parts.controls.append(...chosen.fields);
  const kinds = ["not critical", "type 1: principal line", "type 2: to be refuted", "type 3: refutation"];
  parts.controls.after(element("div", { class: "gt-keys" }, ...kinds.map((words, kind) =>
    element("span", {}, element("i", { class: `gt-key gt-kind-${kind}`, "aria-hidden": "true" }), words)), element("span", {}, "dotted: not examined")));
  const redraw = drawnToFit(parts.picture, draw);
  let tree = null, size = null;

  function update() {
    const [width, depth] = chosen.values();
    size = state.sizes[`${width},${depth}`];
    tree = state.trees.find((each) => same(each.at, chosen.values()));
    parts.reading.textContent = `${tree.leaves} of ${width ** depth} leaves examined; ${tree.extra} positions examined that are not critical, ${tree.missed} critical ones not examined.`;
    fillNumbers(parts.numbers, `U(${width},${depth}): counted here, and what theory says`, ["what", "number"], [...tree.rows, ...size.rows]);
    redraw();
  }

  function draw(room) {
    if (!tree) return;
    const [width, depth] = chosen.values();
    const height = 250, leaves = width ** depth;
    const step = (height - 44) / depth;
    const px = (level, k) => ((k + 0.5) * (room - 8)) / width ** level + 4;
    const py = (level) => 20 + step * level;
    const radius = (level) => Math.max(2.2, Math.min(11, (room - 8) / width ** level / 2 - 1.2));
    const svg = element("svg:svg", { width: room, height, viewBox: `0 0 ${room} ${height}`, role: "img",
      "aria-label": `U(${width},${depth}): ${parts.reading.textContent}` });
    const starts = [0];
    for (let level = 0; level < depth; level += 1) starts.push(starts[level] + width ** level);
    const nodes = [];
    for (let level = 0; level <= depth; level += 1)
      for (let k = 0; k < width ** level; k += 1) {
        const number = starts[level] + k, kind = size.types[number], seen = tree.seen[number] === "1";
        if (level) svg.append(element("svg:line", { class: seen ? "gt-edge" : "gt-edge gt-unseen", x1: px(level - 1, Math.floor(k / width)), y1: py(level - 1), x2: px(level, k), y2: py(level) }));
        const r = radius(level), maximizer = level % 2 === 0;
        const name = `p${[...Array(level).keys()].map((up) => (Math.floor(k / width ** (level - 1 - up)) % width) + 1).join("")}`;
        const shape = maximizer ? element("svg:rect", { x: px(level, k) - r, y: py(level) - r, width: 2 * r, height: 2 * r }) : element("svg:circle", { cx: px(level, k), cy: py(level), r });
        shape.setAttribute("class", `gt-node gt-kind-${kind}${seen ? "" : " gt-unseen"}`);
        shape.append(element("svg:title", {}, `${name}: ${kinds[kind]}, ${seen ? "examined" : "not examined"}`));
        nodes.push(shape);
        if (r >= 7 && kind !== "0") nodes.push(element("svg:text", { class: "gt-kind", x: px(level, k), y: py(level) + 4, "text-anchor": "middle" }, kind));
      }
    svg.append(...nodes);
    parts.picture.replaceChildren(svg);
  }
  update();
}

export default { render };
