// What all components share.  In a widget this text stands before the component's own; on a page it is a script
// by itself, and `start` brings every element of class gametree-live to life.

const gametree = (globalThis.gametree ??= {});
gametree.components ??= {};
gametree.engines ??= {}; // name -> function(question) -> answer or promise of one: who answers on a page

// Ask who computes: the kernel in JupyterLab, an engine of the page on the site.
// A question is {engine: "trace", ...}; the promise fails with a sentence that can be shown as it is.
function ask(model, question) {
  const number = (ask.asked = (ask.asked ?? 0) + 1);
  return new Promise((resolve, reject) => {
    const heard = (message) => {
      if (message.number !== number) return;
      model.off("msg:custom", heard);
      if ("error" in message) reject(new Error(message.error));
      else resolve(message.answer);
    };
    model.on("msg:custom", heard);
    model.send({ number, question });
  });
}

// Ask, but only once at a time: of the questions asked meanwhile only the last is asked, so dragging leaves no backlog.
// `show(answer)` and `fail(sentence)` are called for the latest question only; `busy(true or false)` around the work.
function asker(model, { show, fail, busy = () => {} }) {
  let running = false;
  let waiting = null;
  return async function put(question) {
    waiting = question;
    if (running) return;
    running = true;
    busy(true);
    while (waiting) {
      const now = waiting;
      waiting = null;
      try {
        const answer = await ask(model, now);
        if (!waiting) show(answer);
      } catch (error) {
        if (!waiting) fail(error.message);
      }
    }
    running = false;
    busy(false);
  };
}

// Make an element: element("button", {class: "x", onclick: f}, "text", child, ...); the names svg* make SVG elements.
function element(name, attributes = {}, ...children) {
  const svg = name.startsWith("svg:");
  const made = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// -- controls and charts that several components share --

// The frame of a figure: title, controls, picture, what is read off it, and the numbers, in this order in all of them.
function panel(el, title) {
  el.classList.add("gametree-view", "gt-figure");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", title);
  el.dataset.lmSuppressShortcuts = "true"; // JupyterLab's own keys would move to another cell or delete this one
  el.addEventListener("keydown", (event) => event.stopPropagation());
  const parts = {
    controls: element("div", { class: "gt-controls" }),
    picture: element("div", { class: "gt-picture" }),
    reading: element("p", { class: "gt-reading", "aria-live": "polite" }),
    numbers: element("details", { class: "gt-numbers" }),
  };
  el.append(element("p", { class: "gt-title" }, title), ...Object.values(parts));
  return parts;
}

// Call `draw(width)` now and whenever the place gets another width.
function drawnToFit(place, draw) {
  let width = 0;
  new ResizeObserver(() => {
    const now = Math.floor(place.clientWidth);
    if (now > 0 && now !== width) draw((width = now));
  }).observe(place);
  return () => width > 0 && draw(width);
}

// A labelled slider over the given values; `set(values, value)` changes both, `value()` is the one it stands at.
function slider(name, changed, say = String) {
  let values = [];
  const output = element("output", { class: "gt-value" });
  const input = element("input", { type: "range", min: 0, step: 1, "aria-label": name });
  const tell = () => {
    output.textContent = say(values[input.value]);
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => {
    tell();
    changed(values[input.value]);
  });
  return {
    element: element("label", { class: "gt-field" }, element("span", {}, name), input, output),
    value: () => values[input.value],
    set(given, value) {
      values = given;
      input.max = values.length - 1;
      input.value = Math.max(0, values.indexOf(value));
      input.disabled = values.length < 2;
      tell();
    },
  };
}

// A labelled list to choose from, with the same calls.
function menu(name, changed, say = String) {
  let values = [];
  const select = element("select", { "aria-label": name, onchange: () => changed(values[select.selectedIndex]) });
  return {
    element: element("label", { class: "gt-field" }, element("span", {}, name), select),
    value: () => values[select.selectedIndex],
    set(given, value) {
      values = given;
      select.replaceChildren(...values.map((each) => element("option", {}, say(each))));
      select.selectedIndex = Math.max(0, values.indexOf(value));
      select.disabled = values.length < 2;
    },
  };
}

// Controls for the combinations that exist: each offers what those before it leave possible, and nothing else.
// `choices` are {name, slider: true or not}; `changed(values)` is called with a combination that exists.
function chooser(choices, combinations, start, changed) {
  let chosen = [...start];
  const fields = choices.map(({ name, slider: sliding }, place) =>
    (sliding ? slider : menu)(name, (value) => {
      chosen[place] = value;
      offer();
      changed(chosen);
    }),
  );
  function offer() {
    let left = combinations;
    chosen = fields.map((field, place) => {
      const values = [...new Set(left.map((each) => each[place]))];
      const wanted = chosen[place];
      const nearest = (a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a);
      const value = values.includes(wanted) ? wanted : typeof wanted === "number" ? values.reduce(nearest) : values[0];
      field.set(values, value);
      left = left.filter((each) => each[place] === value);
      return value;
    });
  }
  offer();
  return { fields: fields.map((field) => field.element), values: () => chosen };
}

const same = (one, other) => one.length === other.length && one.every((value, place) => value === other[place]);

// Fill a folded table with what the picture shows.
function fillNumbers(details, caption, head, rows) {
  const cells = (kind, values) => values.map((value, place) =>
    element(place || kind === "th" ? kind : "th", { scope: kind === "th" ? "col" : place ? null : "row" }, `${value ?? ""}`));
  const table = element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...cells("th", head))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells("td", row)))));
  const open = details.querySelector("div")?.scrollTop ?? 0;
  details.replaceChildren(element("summary", {}, "The numbers shown"),
    element("div", { class: "gt-scroll", tabindex: 0, role: "region", "aria-label": caption }, table));
  details.querySelector("div").scrollTop = open;
}

const withMinus = (text) => text.replace("-", "−");
const inWords = (value, digits = 3) =>
  value == null ? "–" : withMinus(Number(value).toLocaleString("en", { minimumFractionDigits: Math.abs(value) < 100 ? digits : 0,
    maximumFractionDigits: Math.abs(value) < 100 ? digits : 0 }));

// Round places on an axis between two values, about `count` of them.
function ticks(from, to, count, logarithmic) {
  if (logarithmic) {
    const found = [];
    for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power += 1)
      for (const digit of [1, 2, 5]) found.push(digit * 10 ** power);
    const inside = found.filter((value) => value >= from * 0.999 && value <= to * 1.001);
    const tens = inside.filter((value) => Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6));
    if (inside.length > 2) return inside.length > count && tens.length > 1 ? tens : inside;
  }
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((digit) => digit * power >= rough * 0.999);
  const found = [];
  for (let place = Math.ceil(from / step - 1e-9); place * step <= to + step * 1e-9; place += 1) found.push(+(place * step).toPrecision(12));
  return found;
}

const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 3", "5 2", "1 2", "3 6"];

// Draw lines over one axis as SVG.  x and y are {label, from, to, log, ticks, say}; a line is {colour, x, y, low, high, name};
// points are {x, y, colour, text, far}; rules are {x or y, text}; `at` marks a place on the x axis, and `pick(x)` is
// called with the place on it that was pointed at.
function lineChart({ width, height, label, x, y, lines, points = [], rules = [], at = null, pick = () => {} }) {
  const left = y.room ?? 56, right = 14, top = 12, bottom = 44;
  const svg = element("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const scale = (axis, low, high) => {
    const of = axis.log ? Math.log : Number;
    const [from, to] = [of(axis.from), of(axis.to)];
    const to_place = (value) => low + ((of(value) - from) / (to - from || 1)) * (high - low);
    to_place.back = (place) => { const v = from + ((place - low) / (high - low)) * (to - from); return axis.log ? Math.exp(v) : v; };
    return to_place;
  };
  const px = scale(x, left, width - right), py = scale(y, height - bottom, top);
  const add = (...made) => svg.append(...made);
  const say = (axis, value) => (axis.say ? axis.say(value) : withMinus(Number(value).toLocaleString("en", { maximumFractionDigits: 6 })));
  for (const value of y.ticks ?? ticks(y.from, y.to, 5, y.log))
    add(element("svg:line", { class: "gt-grid", x1: left, x2: width - right, y1: py(value), y2: py(value) }),
      element("svg:text", { x: left - 6, y: py(value) + 4, "text-anchor": "end" }, say(y, value)));
  let before = -Infinity;
  for (const value of x.ticks ?? ticks(x.from, x.to, Math.max(2, Math.floor(width / 70)), x.log)) {
    const text = say(x, value), room = text.length * 7.5 + 6;
    add(element("svg:line", { class: "gt-axis", x1: px(value), x2: px(value), y1: height - bottom, y2: height - bottom + 4 }));
    if (px(value) - before < room) continue;
    before = px(value);
    add(element("svg:text", { x: px(value), y: height - bottom + 18, "text-anchor": "middle" }, text));
  }
  add(element("svg:line", { class: "gt-axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
    element("svg:text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, x.label),
    element("svg:text", { x: 13, y: (top + height - bottom) / 2, "text-anchor": "middle",
      transform: `rotate(-90 13 ${(top + height - bottom) / 2})` }, y.label));
  for (const rule of rules) {
    const across = rule.y != null;
    const place = across ? { x1: left, x2: width - right, y1: py(rule.y), y2: py(rule.y) }
      : { x1: px(rule.x), x2: px(rule.x), y1: top, y2: height - bottom };
    // Words stand where no line comes near: of a level at the end that is farther from all lines.
    const clear = (k) => Math.min(...lines.map((line) => Math.abs(py(line.y.filter((value) => value != null).at(k)) - py(rule.y))));
    const end = across ? clear(-1) > clear(0) : px(rule.x) > width / 2;
    add(element("svg:line", { class: "gt-rule", ...place }),
      element("svg:text", { class: "gt-quiet", x: across ? (end ? width - right : left + 4) : px(rule.x) + (end ? -4 : 4),
        y: across ? py(rule.y) - 4 : top + 10, "text-anchor": end ? "end" : "start" }, rule.text));
  }
  for (const line of lines) {
    const known = line.x.map((_, k) => k).filter((k) => line.y[k] != null);
    const way = known.map((k) => `${px(line.x[k]).toFixed(1)},${py(line.y[k]).toFixed(1)}`);
    const colour = `var(--gt-${line.colour % 8})`;
    if (line.low) {
      const low = known.map((k) => `${px(line.x[k]).toFixed(1)},${py(Math.max(line.low[k], y.from)).toFixed(1)}`);
      const high = known.map((k) => `${px(line.x[k]).toFixed(1)},${py(Math.min(line.high[k], y.to)).toFixed(1)}`);
      add(element("svg:polygon", { points: [...high, ...low.reverse()].join(" "), style: `fill:${colour};opacity:.2` }));
    }
    add(element("svg:polyline", { class: "gt-curve", points: way.join(" "), "data-line": line.name,
      "stroke-dasharray": DASHES[line.colour % 8], style: `stroke:${colour}` }));
    if (known.length < 40) for (const k of known)
      add(element("svg:circle", { cx: px(line.x[k]), cy: py(line.y[k]), r: 2.6, style: `fill:${colour}` }));
  }
  for (const point of points) {
    const [cx, cy] = [px(point.x), py(point.y)];
    const shape = point.far ? { d: `M${cx - 5},${cy - 5}l10,10m0,-10l-10,10` } : { d: `M${cx},${cy - 5.5}l5.5,5.5l-5.5,5.5l-5.5,-5.5z` };
    add(element("svg:path", { class: "gt-point", ...shape, style: `stroke:var(--gt-${point.colour % 8})` },
      element("svg:title", {}, point.text)));
  }
  if (at != null) svg.insertBefore(element("svg:line", { class: "gt-at", x1: px(at), x2: px(at), y1: top, y2: height - bottom }), svg.firstChild);
  const pointed = (event) => {
    const place = event.clientX - svg.getBoundingClientRect().left;
    pick(x.log ? Math.exp(Math.log(px.back(place))) : px.back(place));
  };
  svg.addEventListener("pointermove", (event) => (event.pointerType === "mouse" || event.buttons) && pointed(event));
  svg.addEventListener("pointerdown", pointed);
  return svg;
}

const nearestOf = (values, wanted) => values.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));

// What a page has in place of a widget's model: the same calls, answered by the page's engines.
class PageModel {
  constructor(state) {
    this.values = { state };
    this.listeners = {};
  }
  get(name) {
    return this.values[name];
  }
  set(name, value) {
    this.values[name] = value;
    this.emit(`change:${name}`, value);
  }
  save_changes() {}
  on(event, listener) {
    (this.listeners[event] ??= new Set()).add(listener);
  }
  off(event, listener) {
    this.listeners[event]?.delete(listener);
  }
  emit(event, value) {
    for (const listener of [...(this.listeners[event] ?? [])]) listener(value);
  }
  async send({ number, question }) {
    try {
      const engine = gametree.engines[question.engine];
      if (!engine) throw new Error(`this page has no engine ${question.engine}`);
      this.emit("msg:custom", { number, answer: await engine(question) });
    } catch (error) {
      this.emit("msg:custom", { number, error: error.message });
    }
  }
}

// Bring the live parts of a page to life; the folder of the scripts is where engines find what they load later.
gametree.folder ??= document.currentScript ? new URL(".", document.currentScript.src).href : "";
function start() {
  for (const place of document.querySelectorAll(".gametree-live:not([data-started])")) {
    const component = gametree.components[place.dataset.component];
    if (!component) continue;
    place.dataset.started = "";
    const given = place.querySelector('script[type="application/json"]');
    const state = given ? JSON.parse(given.textContent) : {};
    place.replaceChildren();
    component.render({ model: new PageModel(state), el: place });
  }
}
if (document.currentScript) document.addEventListener("DOMContentLoaded", start);
