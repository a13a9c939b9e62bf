// Who searches what when: a row per processor, a bar per stretch of work, coloured by the root's child it is below.
//
// state: title; choices and start, the number of processors last; runs [{at, time, value, nodes, visits, busy, bars}]:
// bars are processor, child of the root, start and length, one after the other.

function render({ model, el }) {
  const state = model.get("state");
  const parts = panel(el, state.title);
  const chosen = chooser(state.choices, state.runs.map((each) => each.at), state.start, () => update());
  parts.controls.append(...chosen.fields);
  const legend = element("div", { class: "gt-keys" });
  parts.controls.after(legend);
  const time = slider("time", () => read());
  parts.picture.after(element("div", { class: "gt-controls" }, time.element));
  let run = null, others = [], bars = [], longest = 1;
  const redraw = drawnToFit(parts.picture, draw);
  const processors = () => run.at.at(-1);

  function update() {
    others = state.runs.filter((each) => same(each.at.slice(0, -1), chosen.values().slice(0, -1)));
    run = others.find((each) => each.at.at(-1) === chosen.values().at(-1));
    longest = Math.max(...others.map((each) => each.time));
    bars = [];
    for (let k = 0; k < run.bars.length; k += 4) {
      const [processor, child, start, length] = run.bars.slice(k, k + 4);
      bars.push({ processor, child, start, length });
    }
    const children = [...new Set(bars.map((bar) => bar.child))].sort((a, b) => a - b);
    legend.replaceChildren(...children.map((child) => element("span", {}, element("i", { class: "gt-key", "aria-hidden": "true",
      style: `background:var(--gt-${child % 8})` }), `below p${child + 1}`)));
    const moments = Array.from({ length: run.time }, (_, k) => k);
    time.set(moments, Math.min(time.value() ?? 0, run.time - 1));
    const one = others.find((each) => each.at.at(-1) === 1);
    fillNumbers(parts.numbers, `${state.title}: ${state.choices.slice(0, -1).map(({ name }, k) => `${name} ${run.at[k]}`).join(", ")}`,
      ["processors", "value", "time", "speed-up", "nodes", "visits", "busy, %"],
      others.map((each) => [each.at.at(-1), inWords(each.value, 0), each.time, inWords(one.time / each.time, 2), each.nodes, each.visits, each.busy]));
    read();
  }

  function read() {
    const now = time.value();
    const working = bars.filter((bar) => bar.start <= now && now < bar.start + bar.length);
    const below = new Map();
    for (const bar of working) below.set(bar.child, (below.get(bar.child) ?? 0) + 1);
    const where = [...below].sort(([a], [b]) => a - b).map(([child, n]) => `${n} below p${child + 1}`).join(", ");
    const one = others.find((each) => each.at.at(-1) === 1);
    const k = processors();
    parts.reading.textContent = `${k} processor${k > 1 ? "s" : ""}: ${run.time} units of time, ${inWords(one.time / run.time, 2)} times as fast as one; `
      + `${run.nodes} nodes (one: ${one.nodes}), ${run.busy} % busy. At time ${now}: ${where || "nobody works"}.`;
    redraw();
  }

  function draw(width) {
    if (!run) return;
    const left = 34, right = 12, top = 6, bottom = 40, height = 270, k = processors();
    const px = (value) => left + (value / longest) * (width - left - right);
    const row = Math.min(56, (height - top - bottom) / k);
    const svg = element("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${state.title}: ${parts.reading.textContent}` });
    svg.append(element("svg:rect", { class: "gt-now", x: px(time.value()), y: top, width: Math.max(2, px(1) - px(0)), height: row * k }));
    for (let each = 0; each < k; each += 1)
      svg.append(element("svg:line", { class: "gt-grid", x1: left, x2: width - right, y1: top + row * (each + 1), y2: top + row * (each + 1) }),
        ...(row > 11 || each % 2 === 0 ? [element("svg:text", { x: left - 6, y: top + row * (each + 0.5) + 4, "text-anchor": "end" }, `${each + 1}`)] : []));
    for (const bar of bars)
      svg.append(element("svg:rect", { class: "gt-bar", x: px(bar.start), y: top + row * bar.processor + 1, width: Math.max(1, px(bar.length) - px(0)), height: Math.max(2, row - 3),
        style: `fill:var(--gt-${bar.child % 8})` }, element("svg:title", {}, `processor ${bar.processor + 1}, time ${bar.start} to ${bar.start + bar.length}: below p${bar.child + 1}`)));
    const y = top + row * k;
    svg.append(element("svg:line", { class: "gt-rule", x1: px(run.time), x2: px(run.time), y1: top, y2: y + 6 }));
    for (const value of ticks(0, longest, Math.max(5, Math.floor(width / 90))))
      svg.append(element("svg:line", { class: "gt-axis", x1: px(value), x2: px(value), y1: height - bottom, y2: height - bottom + 4 }),
        element("svg:text", { x: px(value), y: height - bottom + 18, "text-anchor": "middle" }, `${value}`));
    svg.append(element("svg:line", { class: "gt-axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
      element("svg:text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, "time; one processor needs the whole axis"));
    const pointed = (event) => {
      const moment = Math.floor(((event.clientX - svg.getBoundingClientRect().left - left) / (width - left - right)) * longest);
      const within = Math.min(Math.max(moment, 0), run.time - 1);
      if (within === time.value()) return;
      time.set(Array.from({ length: run.time }, (_, each) => each), within);
      read();
    };
    svg.addEventListener("pointermove", (event) => (event.pointerType === "mouse" || event.buttons) && pointed(event));
    svg.addEventListener("pointerdown", pointed);
    parts.picture.replaceChildren(svg);
  }
  update();
}

export default { render };
