// A map of coloured cells for a combination of choices, and below it the curve behind the cell that was chosen.
//
// state: title; choices and start as in curves; rows and columns {label, values}; cell [row, column], the one chosen at
// first; maps [{at, curves[row][column], text, shade, note}]: a list of y per cell, and where the shown value is not
// one of them, its text, its colour from -1 to 1 (null: none) and what else there is to say of it;
// x {name, label, values, log}: where curves are known, with a slider if `at` says where the shown value is taken;
// y {label, from, to, unit, digits}: curves are stored in parts of the unit; rule {y, text};
// shade {low, high}: what the two colours mean; never: what it means if the colour is -2, which is one of its own; from_first: the change from a curve's first value with full colour.
// A map of texts needs neither curves nor x.  examples[row][column]: what to roll for a cell (null: too large to be shown)
// besides what its map has as `example`; a click then has those in its `race` search such a tree, in the page's explorer.

function render({ model, el }) {
  const state = model.get("state");
  const parts = panel(el, state.title);
  const { rows, columns, x, y, shade } = state;
  const unit = y.unit ?? 1;
  let [row, column] = state.cell;
  const chosen = chooser(state.choices, state.maps.map((each) => each.at), state.start, () => update());
  parts.controls.append(...chosen.fields);
  const sliding = state.at != null;
  const place = slider(x?.name ?? x?.label, () => update());
  if (x) place.set(x.values, sliding ? state.at : x.values[0]);
  if (sliding) parts.controls.append(place.element);
  const key = (name, words) => element("span", {}, element("i", { class: "gt-key", style: `background:var(--gt-${name})`, "aria-hidden": "true" }), words);
  parts.controls.append(element("span", { class: "gt-keys" }, key("low", shade.low), key("high", shade.high),
    ...(shade.never ? [key("never", shade.never)] : [])));

  // One cell can be reached with Tab, the others with the arrow keys.
  const cells = rows.values.map((_, r) => columns.values.map((__, c) => element("td", {
    role: "gridcell", tabindex: -1, onclick: () => { go(r, c, true); race(); }, onpointerenter: (event) => event.pointerType === "mouse" && go(r, c, false),
  })));
  const heads = columns.values.map((value) => element("th", { scope: "col", role: "columnheader" }, `${value}`));
  const few = columns.values.length <= 8;
  const grid = element("table", { class: few ? "gt-map gt-told" : "gt-map", role: "grid", "aria-label": `${state.title}; arrow keys move from cell to cell` },
    element("thead", {}, element("tr", { role: "row" }, element("td", { class: "gt-corner" }, `${rows.label} ↓  ${columns.label} →`), ...heads)),
    element("tbody", {}, ...rows.values.map((value, r) => element("tr", { role: "row" }, element("th", { scope: "row", role: "rowheader" }, `${value}`), ...cells[r]))));
  grid.addEventListener("keydown", (event) => {
    if (event.key === "Enter") race();
    const [down, across] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -Infinity], End: [0, Infinity] }[event.key] ?? [0, 0];
    if (!down && !across) return;
    event.preventDefault();
    const within = (value, most) => Math.min(Math.max(value, 0), most - 1);
    go(within(row + down, rows.values.length), within(column + across, columns.values.length), true);
  });
  const curve = element("div", { class: "gt-picture" });
  parts.picture.append(grid);
  if (x) parts.reading.after(curve);
  const redraw = x ? drawnToFit(curve, draw) : () => {};
  let map = null;

  const at = () => x.values.indexOf(place.value());
  const value = (r, c) => map.curves[r][c][at()] / unit;
  const text = (r, c) => (map.text ? map.text[r][c] : inWords(value(r, c), y.digits));
  const tint = (r, c) => (map.shade ? map.shade[r][c] : (value(r, c) - map.curves[r][c][0] / unit) / shade.from_first);

  function update() {
    map = state.maps.find((each) => same(each.at, chosen.values()));
    cells.forEach((line, r) => line.forEach((cell, c) => {
      const part = tint(r, c);
      const strength = part == null ? 0 : Math.round(Math.min(1, Math.abs(part)) * 80);
      cell.style.background = shade.never && part < -1 ? "var(--gt-never)" : `color-mix(in srgb, var(--gt-${part < 0 ? "low" : "high"}) ${strength}%, var(--card))`;
      cell.setAttribute("aria-label", `${rows.label} ${rows.values[r]}, ${columns.label} ${columns.values[c]}: ${text(r, c)}`);
      cell.textContent = few ? text(r, c) : "";
    }));
    fillNumbers(parts.numbers, `${state.title}: ${told()}`, [`${rows.label} \\ ${columns.label}`, ...columns.values],
      rows.values.map((name, r) => [name, ...columns.values.map((_, c) => text(r, c))]));
    go(row, column, false);
  }
  const told = () => [...state.choices.map(({ name }, k) => `${name} ${chosen.values()[k]}`), ...(sliding ? [`${x.name} ${place.value()}`] : [])].join(", ");

  function go(r, c, focus) {
    cells[row][column].tabIndex = -1;
    cells[row][column].classList.remove("gt-here");
    [row, column] = [r, c];
    cells[r][c].tabIndex = 0;
    cells[r][c].classList.add("gt-here");
    if (focus) cells[r][c].focus();
    parts.reading.textContent = `${told()}; ${rows.label} ${rows.values[r]}, ${columns.label} ${columns.values[c]}: ${y.name ?? y.label} ${text(r, c)}${map.note?.[r][c] ? `. ${map.note[r][c]}` : ""}.${hint(r, c)}`;
    redraw();
  }

  function hint(r, c) {
    if (!map.race) return "";
    return state.examples[r][c] ? " Click, or press Enter, for a race on such a tree." : " Such a tree is too large to be shown in a race.";
  }

  function race() {
    const example = map.race && state.examples[row][column];
    if (!example) return;
    const { race, options } = map;
    document.dispatchEvent(new CustomEvent("gametree-race", { cancelable: true, detail: { question: { ...map.example, ...example }, race, options } }));
  }

  function draw(width) {
    if (!map) return;
    const values = map.curves[row][column].map((each) => (each == null ? null : each / unit));
    const known = [...values.filter((each) => each != null), ...(state.rule ? [state.rule.y] : [])];
    const [least, most] = [Math.min(...known), Math.max(...known)];
    const margin = (most - least || 0.1) * 0.08;
    curve.replaceChildren(lineChart({
      width, height: 170, label: `${y.label} by ${x.label}: ${parts.reading.textContent}`, lines: [{ colour: 0, name: y.label, x: x.values, y: values }],
      x: { ...x, from: x.values[0], to: x.values.at(-1), ticks: x.values.length < 15 ? x.values : undefined, say: x.texts && ((each) => x.texts[x.values.indexOf(each)]) },
      y: { ...y, from: y.from ?? least - margin, to: y.to ?? most + margin }, rules: state.rule ? [state.rule] : [],
      at: sliding ? place.value() : null,
      pick: (wanted) => { const near = nearestOf(x.values, wanted); if (sliding && near !== place.value()) { place.set(x.values, near); update(); } },
    }));
  }
  update();
}

export default { render };
