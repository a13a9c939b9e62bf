// Lines over one axis for a combination of choices, with error bands and the printed points beside them.
//
// state: title; choices [{name, slider}] and start [value per choice]; series [{at: combination, line, x, y, half}];
// printed [{at, line, x, y, text, far}]; rules [{at, x or y, text}]; x and y {label, log, from, to, digits};
// relative: the words of a box that shows lines in per cent of their `base`, a number or another line;
// lines {label, names, shown}: what a line stands for, all of them in order, and those drawn at first.

function render({ model, el }) {
  const state = model.get("state");
  const parts = panel(el, state.title);
  const { names } = state.lines;
  const shown = new Set(state.lines.shown);
  const combinations = state.series.map((each) => each.at);
  const chosen = chooser(state.choices, combinations, state.start, () => update());
  const boxes = names.map((name, colour) => {
    const box = element("input", { type: "checkbox", onchange: () => (box.checked ? shown.add(name) : shown.delete(name), update()) });
    box.checked = shown.has(name);
    const sample = element("svg:svg", { width: 26, height: 10, "aria-hidden": "true" },
      element("svg:line", { class: "gt-curve", x1: 0, x2: 26, y1: 5, y2: 5, "stroke-dasharray": DASHES[colour % 8], style: `stroke:var(--gt-${colour % 8})` }));
    return element("label", { class: "gt-line", "data-name": name }, box, sample, name);
  });
  const mark = (path, words) => element("span", { class: "gt-line" }, element("svg:svg", { width: 12, height: 12, "aria-hidden": "true" },
    element("svg:path", { class: "gt-point", d: path, style: "stroke:var(--ink)" })), words);
  const marks = [mark("M6,1l5,5l-5,5l-5,-5z", "printed"), mark("M1,1l10,10m0,-10l-10,10", "printed, and differs from ours")];
  const lines = element("fieldset", { class: "gt-lines" }, element("legend", {}, state.lines.label), ...boxes, ...(state.printed ? marks : []));
  const relative = element("input", { type: "checkbox", onchange: () => update() });
  const place = slider(state.x.label, () => read(), (value) => (value == null ? "–" : `${value}`));
  parts.controls.append(...chosen.fields, ...(state.relative ? [element("label", { class: "gt-line" }, relative, state.relative)] : []), lines);
  parts.picture.after(element("div", { class: "gt-controls" }, place.element));

  let drawn = [], points = [], xs = [];
  const redraw = drawnToFit(parts.picture, (width) => draw(width));

  // Where lines are wanted in per cent, each is divided by what it is compared with.
  function inPerCent(each, series) {
    const other = series.find((one) => one.line === each.base);
    const base = each.x.map((x) => (other ? other.y[other.x.indexOf(x)] : each.base));
    const part = (value, k) => (value == null || base[k] == null ? null : (100 * value) / base[k]);
    return { ...each, y: each.y.map(part), half: each.half?.map(part) };
  }
  const axis = () => (relative.checked ? { ...state.y, log: false, digits: 1, label: "%" } : state.y);

  function update() {
    let here = state.series.filter((each) => same(each.at, chosen.values()));
    if (relative.checked) here = here.map((each) => inPerCent(each, here));
    for (const box of boxes) box.hidden = !here.some((each) => each.line === box.dataset.name);
    drawn = here.filter((each) => shown.has(each.line)).map((each) => ({ ...each, name: each.line, colour: names.indexOf(each.line),
      low: each.half && each.y.map((y, k) => y - each.half[k]), high: each.half && each.y.map((y, k) => y + each.half[k]) }));
    points = (relative.checked ? [] : state.printed ?? []).filter((each) => same(each.at, chosen.values()) && shown.has(each.line))
      .map((each) => ({ ...each, colour: names.indexOf(each.line) }));
    for (const [k, one] of marks.entries()) one.hidden = !points.some((each) => Boolean(each.far) === Boolean(k));
    const before = place.value();
    xs = [...new Set([...here.flatMap((each) => each.x)])].sort((a, b) => a - b);
    place.set(xs, before == null ? (state.at ?? xs[0]) : nearestOf(xs, before));
    const texts = points.length ? ["printed"] : [];
    fillNumbers(parts.numbers, `${state.title}: ${told()}`, [state.x.label, ...drawn.flatMap((each) => [each.line, ...(each.half ? ["± (95 %)"] : [])]), ...texts],
      xs.map((x) => [x, ...drawn.flatMap((each) => {
        const k = each.x.indexOf(x);
        return [inWords(each.y[k], axis().digits), ...(each.half ? [inWords(each.half[k], axis().digits)] : [])];
      }), ...(texts.length ? [points.filter((each) => each.x === x).map((each) => `${each.line}: ${each.text}`).join("; ")] : [])]));
    read();
  }
  const told = () => state.choices.map(({ name }, k) => `${name} ${chosen.values()[k]}`).join(", ");

  function read() {
    const x = place.value();
    const words = drawn.map((each) => {
      const k = each.x.indexOf(x);
      if (k < 0 || each.y[k] == null) return null;
      const beside = points.filter((point) => point.line === each.line && point.x === x).map((point) => point.text);
      return `${each.line} ${inWords(each.y[k], axis().digits)}${each.half ? ` ± ${inWords(each.half[k], axis().digits)}` : ""}${beside.length ? ` (${beside.join("; ")})` : ""}`;
    }).filter(Boolean);
    parts.reading.textContent = drawn.length ? `${state.x.label} ${x}: ${words.join("; ") || "nothing was measured here"}.` : `Choose at least one of ${state.lines.label}.`;
    redraw();
  }

  function draw(width) {
    const seen = drawn.flatMap((each) => [...each.y, ...(each.low ?? []), ...(each.high ?? [])]).concat(points.map((each) => each.y))
      .filter((value) => value != null && (!axis().log || value > 0));
    let from = axis().from ?? Math.min(...seen), to = axis().to ?? Math.max(...seen);
    if (!seen.length) [from, to] = axis().log ? [1, 10] : [0, 1];
    else if (axis().log) [from, to] = [from / 1.15, to * 1.15];
    else {
      const margin = (to - from || 0.1) * 0.06;
      if (axis().from == null) from -= margin;
      if (axis().to == null) to += margin;
    }
    const pad = ((xs.at(-1) ?? 1) - (xs[0] ?? 0) || 1) * 0.02;
    parts.picture.replaceChildren(lineChart({
      width, height: width < 500 ? 250 : 300, label: `${state.title}: ${told()}. ${parts.reading.textContent}`, lines: drawn, points,
      x: { ...state.x, from: (xs[0] ?? 0) - pad, to: (xs.at(-1) ?? 1) + pad, ticks: xs.length < 15 ? xs : undefined }, y: { ...axis(), from, to, room: 64 },
      rules: (state.rules ?? []).filter((each) => !each.at || same(each.at, chosen.values())),
      at: place.value(), pick: (x) => { const near = nearestOf(xs, x); if (near !== place.value()) { place.set(xs, near); read(); } },
    }));
  }
  update();
}

export default { render };
