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
