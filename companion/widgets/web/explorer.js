// The explorer: a tree, a search of it step by step, or a race of several; the tree can be changed, and what is shown shared.
// One question, {engine: "trace", tree, strategy, options, goal}, brings the whole trace; a step only applies changes.

const FIELDS = ["tree", "strategy", "step", "race", "options", "goal"];
const MOST_IN_RACE = 4;
const PERIOD = 500; // milliseconds from step to step while playing
const KEPT_AFTER = 60; // milliseconds without a change until the address tells it
const SLOW = 150; // milliseconds until it is said that an answer takes its time
const SIGNS = { first: "|◀", back: "◀", forward: "▶", last: "▶|" };

// -- what is typed and shared ---------------------------------------------------------------------------------------

function asText(state) {
  const put = new URLSearchParams();
  put.set("tree", state.tree.replaceAll(" ", ""));
  put.set("strategy", state.strategy);
  if (state.step) put.set("step", state.step);
  if (state.race?.length) put.set("race", state.race.join(","));
  if (state.goal === "min") put.set("goal", "min");
  for (const [name, value] of Object.entries(state.options ?? {})) put.set(`option.${name}`, value);
  return put.toString();
}

// The state that a shared text describes; an Error says what is wrong with it.
function fromText(text) {
  const got = new URLSearchParams(text.slice(text.indexOf("#") + 1).replace(/^explore[0-9]*[?]/, ""));
  if (!got.get("tree") || !got.get("strategy"))
    throw new Error("this is no shared view: it must hold tree=... and strategy=...");
  const options = {};
  for (const [name, value] of got) if (name.startsWith("option.")) options[name.slice(7)] = Number(value);
  return {
    tree: got.get("tree"), strategy: got.get("strategy"), step: Number.parseInt(got.get("step") ?? "0") || 0,
    race: (got.get("race") ?? "").split(",").filter(Boolean).slice(0, MOST_IN_RACE),
    goal: got.get("goal") === "min" ? "min" : "max", options,
  };
}

// The nodes of a trace as objects that can be changed, and such objects as text.
function asNested({ nodes }) {
  const made = nodes.name.map((_, k) => ({
    value: nodes.number[k], p: nodes.p[k], chance: nodes.player[k] === "chance", children: [],
  }));
  nodes.parent.forEach((above, k) => k && made[above].children.push(made[k]));
  return made;
}

function nestedText(node) {
  if (!node.children.length) return String(node.value ?? 0);
  if (!node.chance) return `[${node.children.map(nestedText).join(", ")}]`;
  const pairs = node.children.map((child) => `(${child.p}, ${nestedText(child)})`);
  return `(${pairs.join(", ")}${pairs.length === 1 ? "," : ""})`;
}

// A number such as 0.19999999999999996, which misses a short one by the last of its digits, is shown as that: for the eye alone.
const legible = (tree) => tree.replace(/\d*\.\d{13,}(?![\de])/g, (digits) => {
  const near = String(Number(Number(digits).toPrecision(12)));
  return near.length < 9 ? near : digits;
});
const hasChance = (tree) => tree.includes("(");
const short = (value) => withMinus(String(Number(value.toPrecision(6))));

// -- the component --------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const onPage = model instanceof PageModel;
  const places = onPage ? [...document.querySelectorAll('.gametree-live[data-component="explorer"]')] : [];
  const number = Math.max(0, places.indexOf(el));
  const hash = number ? `explore${number}?` : "explore?";
  const given = model.get("state") ?? {};
  const state = { tree: "", strategy: "alphabeta", step: 0, race: [], options: {}, goal: "max" };
  for (const name of FIELDS) if (given[name] !== undefined && given[name] !== null) state[name] = given[name];
  let about = null; // what the engine offers
  let traces = []; // of the strategy, or of all in the race
  let walks = [];
  let clock = []; // race: per search, the step at which each visit has happened
  let picture = null;
  let playing = null;
  let selected = null;
  let pointed = null;
  let view = null; // what was asked for what is shown
  const before = []; // such views of the trees that were shown before, for undo
  let undone = null; // the view of them that is being brought back
  let aside = null; // a tree with chance nodes, while what can't have them is shown another instead
  let note = ""; // what is to be said of the tree until the next step
  let replaced = null; // the strategy in whose place came one for chance nodes, because a tree with them was typed
  el.classList.add("gametree-view", "explorer");
  el.setAttribute("data-lm-suppress-shortcuts", "true");

  // -- parts --

  const button = (text, label, onclick) =>
    element("button", { type: "button", "aria-label": label, title: label, onclick }, text);
  const strategy = element("select", { "aria-label": "strategy", onchange: () => choose(strategy.value) });
  const optionFields = element("span", { class: "options" });
  const presets = element("select", { "aria-label": "example", onchange: () => usePreset() });
  const racing = element("span", { class: "lanes" });
  const moves = {
    first: button(SIGNS.first, "first step", () => go(0)),
    back: button(SIGNS.back, "one step back", () => go(at() - 1)),
    forward: button(SIGNS.forward, "one step forward", () => go(at() + 1)),
    last: button(SIGNS.last, "last step", () => go(last())),
  };
  const play = button("play", "play", () => (playing ? pause() : start()));
  const nextCut = button("next cut-off", "go to the next cut-off", () => next("pruned"));
  const nextCall = button("next call", "go to the next call of S-alpha-beta", () => next("call"));
  const slider = element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "step", oninput: () => go(slider.valueAsNumber) });
  const where = element("span", { class: "where" });
  const sentence = element("p", { class: "sentence", "aria-live": "polite" });
  const why = element("p", { class: "why" });
  const trouble = element("p", { class: "trouble", role: "alert" });
  const stage = element("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "tree; arrow keys left and right step, up and down go from node to node" });
  const inspector = element("div", { class: "inspector" });
  const counts = element("div", { class: "counts" });
  const lists = element("div", { class: "lists" });
  const listing = element("div", { class: "listing", role: "group", tabindex: 0, "aria-label": "program" });
  const text = element("textarea", { rows: 2, spellcheck: "false", "aria-label": "tree as nested lists" });
  const wrong = element("p", { class: "wrong", role: "alert" });
  const share = element("input", { type: "text", spellcheck: "false", "aria-label": "this view as text" });
  const wrongShare = element("p", { class: "wrong", role: "alert" });
  const done = element("span", { class: "done", "aria-live": "polite" });
  const dice = {};
  const rollRow = element("div", { class: "controls roll" });
  const wrongRoll = element("p", { class: "wrong", role: "alert" });

  const controls = element("div", { class: "controls" }, labelled("strategy", strategy), optionFields, labelled("example", presets), racing);
  const steps = element("div", { class: "controls steps" }, ...Object.values(moves), play, nextCut, nextCall, slider, where);
  const side = element("div", { class: "side" }, counts, lists, listing);
  const change = element(
    "details", {},
    element("summary", {}, "Change the tree"),
    element("p", { class: "hint" }, "Click a node in the picture to change it, drag it to another place among its siblings, type nested lists, or roll a tree."),
    element("div", { class: "controls" }, text, button("use this tree", "use this tree", () => typed()), button("undo", "undo the last change of the tree", () => undo())),
    wrong, rollRow, wrongRoll,
  );
  const shared = element(
    "details", {},
    element("summary", {}, "Share"),
    element("div", { class: "controls" }, labelled(onPage ? "link" : "view", share),
      button(onPage ? "copy link" : "copy", "copy this view", () => copy(onPage ? link() : asText(state), "copied")),
      button("copy Python", "copy the line of Python that searches this tree", () => copy(python(), "Python copied")),
      button("save SVG", "save the picture", () => save()), done),
    wrongShare,
  );
  const both = element("div", { class: "both" }, element("div", { class: "left" }, stage, inspector), side);
  el.append(controls, steps, sentence, why, trouble, both, change, shared);

  function labelled(name, field) {
    return element("label", {}, `${name} `, field);
  }

  // -- asking --

  // Ask for what is to be shown.  Of what is wanted while an answer is awaited only the last is asked: no backlog.
  function load(keepStep = true) {
    pause();
    if (!keepStep) state.step = 0;
    load.wanted = (load.wanted ?? 0) + 1;
    return (load.running ??= answered().finally(() => (load.running = null)));
  }

  async function answered() {
    let wanted;
    busy(true);
    do {
      wanted = load.wanted;
      try {
        const answers = await traced();
        if (wanted !== load.wanted) continue;
        remember(answers[0].tree);
        traces = answers;
        shown();
        tellView();
        sayWrong("");
      } catch (error) {
        if (wanted === load.wanted) sayWrong(error.message);
      }
    } while (wanted !== load.wanted);
    busy(false);
  }

  // All traces of a race; fewer if something else is wanted meanwhile.
  async function traced() {
    const wanted = load.wanted;
    const [{ tree, goal }, answers] = [state, []];
    for (const name of state.race.length ? state.race : [state.strategy]) {
      answers.push(await ask(model, { engine: "trace", tree, strategy: name, goal, options: optionsOf(name) }));
      if (wanted !== load.wanted) break;
    }
    return answers;
  }

  const optionsOf = (name) => (name === state.strategy ? state.options : {});

  // That an answer takes its time is said only if it does.
  function busy(yes) {
    el.classList.toggle("busy", yes);
    if (!yes) busy.soon = clearTimeout(busy.soon);
    else busy.soon ??= setTimeout(() => (sentence.textContent = "Searching …"), SLOW);
  }

  // Something else is to be searched: from the first step, and the address tells it.
  function again(words = "") {
    note = words;
    text.told = text.value;
    load(false);
    keep();
  }

  // Put words into a field that can be typed in, but not over what is being typed: an answer may come while it is.
  function tell(field, words, always = false) {
    if (always || field.value === (field.told ?? "")) field.value = field.told = words;
  }

  // A tree that can't be searched has no picture: what is wrong stands beside the field.
  function sayWrong(message) {
    wrong.textContent = message;
    text.toggleAttribute("aria-invalid", Boolean(message));
    el.classList.toggle("stale", Boolean(message));
    for (const part of [...Object.values(moves), play, nextCut, nextCall, slider]) part.disabled = Boolean(message);
    if (message) {
      pause();
      change.open = true;
      sentence.textContent = "No picture: what was asked for can't be searched.";
      why.textContent = "";
    } else if (walks.length) show();
  }

  // -- showing --

  const inRace = () => state.race.length > 0;
  const last = () => (inRace() ? Math.max(...traces.map((trace) => trace.result.visits)) : traces[0].steps.length - 1);
  const at = () => (state.step < 0 ? last() : Math.min(state.step, last())); // -1 is the last, as in Python

  function shown() {
    const first = traces[0];
    state.tree = first.tree;
    tell(text, legible(first.tree));
    walks = traces.map((trace) => new Walk(trace));
    clock = traces.map((trace) => {
      const by = [];
      trace.steps.forEach((step, k) => (by[step.counts[2]] = k));
      for (let t = 0, k = 0; t < by.length; t += 1) by[t] = k = by[t] ?? k;
      return by;
    });
    // Another search of the same tree is shown in the same picture, which stays where it is.
    const drawn = `${el.clientWidth} ${leastUnit(first)} ${first.kind} ${first.nodes.player[0]} ${first.tree}`;
    if (picture?.drawn === drawn) picture.trace = first;
    else draw(first).drawn = drawn;
    picture.selected = selected = selected !== null && selected < first.nodes.name.length ? selected : null;
    first.nodes.name.forEach((_, k) => {
      picture.show(k, {});
      picture.visitors(k, [], 0);
    });
    counts.classList.toggle("race", inRace());
    // The column is narrow: two spaces per level instead of four, and what is too long goes on below, further in.
    const lines = inRace() ? [] : first.listing.map((line) => line.replace(/^ +/, (spaces) => spaces.slice(spaces.length / 2)));
    listing.replaceChildren(...lines.map((line) => element("span", { style: `--in:${line.search(/\S|$/) + 4}ch` }, `${line}\n`)));
    listing.hidden = inRace();
    nextCall.hidden = inRace() || !first.steps.some((step) => step.call);
    nextCut.hidden = inRace();
    slider.max = last();
    strategy.value = state.strategy;
    pointed = selected;
    drawOptions();
    drawRace();
    show();
    if (selected === null) inspect(null, false);
    else fillInspector(selected, true);
  }

  // A tree that is too wide to stand beside the listing gets the whole column.  What is measured first is empty: a large
  // picture takes long to lay out.
  function draw(trace) {
    stage.replaceChildren();
    both.classList.remove("wide");
    const leaves = Math.max(...trace.nodes.x) + 1;
    both.classList.toggle("wide", leaves * leastUnit(trace) + 32 > stage.clientWidth);
    const width = stage.clientWidth || 600;
    picture = new Picture(trace, width, inspect, move);
    stage.append(picture.svg);
    stage.scrollLeft = picture.place(0)[0] - width / 2;
    return picture;
  }

  function go(step) {
    if (!traces.length || el.classList.contains("stale")) return;
    state.step = Math.min(Math.max(step, 0), last());
    note = "";
    if (state.step === last()) pause();
    show();
    keep();
  }

  function show() {
    const step = at();
    slider.value = step;
    moves.first.disabled = moves.back.disabled = step === 0;
    moves.forward.disabled = moves.last.disabled = step === last();
    if (inRace()) showRace(step);
    else showStep(step);
    if ((selected ?? pointed) !== null) tellNode(selected ?? pointed);
  }

  function showStep(step) {
    const [walk] = walks;
    const told = walk.trace.steps[step];
    for (const k of walk.go(step)) picture.show(k, walk.known);
    picture.principal(step === last() ? walk.trace.result.principal : []);
    picture.point(told.node);
    const over = step === last() ? ` The value is ${short(walk.trace.result.value)}.` : "";
    sentence.textContent = `${sentenceOf(told.text)}${over} ${note}`.trim();
    why.textContent = told.why && told.why !== told.text ? sentenceOf(told.why) : "";
    why.classList.toggle("cutting", Boolean(told.set.cut));
    where.textContent = `step ${step + 1} of ${walk.trace.steps.length}`;
    const [leaves, nodes, visits] = told.counts;
    counts.replaceChildren(...bars([["leaves", leaves], ["nodes", nodes], ["visits", visits]], walk.trace.nodes.name.length));
    nextCut.disabled = !walk.trace.steps.some((each, k) => k > step && each.set.cut);
    nextCall.disabled = !walk.trace.steps.some((each, k) => k > step && each.call);
    showLists(walk);
    const lit = listing.children[told.line];
    const before = listing.querySelector(".now");
    if (before !== lit) {
      before?.classList.remove("now");
      lit?.classList.add("now");
    }
    // Last, because what asks for places has everything laid out that was changed.
    if (lit) scrollInside(listing, lit.offsetTop, lit.offsetHeight);
    follow(told.node);
  }

  // Names of nodes and procedures keep their small letters at the start of a sentence.
  function sentenceOf(words) {
    const first = /^(the|leaf|what|whatever|any|never|no|nothing|one|its) /.test(words) ? words.charAt(0).toUpperCase() : words.charAt(0);
    return `${first}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;
  }

  function scrollInside(box, top, height) {
    if (top + height <= box.clientHeight) box.scrollTop = 0;
    else if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight + 8;
  }

  // Keep the node of the step in view; where it is in view already, nothing moves.
  function follow(k) {
    const [x, y] = picture.place(k);
    if (x < stage.scrollLeft + 30 || x > stage.scrollLeft + stage.clientWidth - 30)
      stage.scrollLeft = x - stage.clientWidth / 2;
    if (y < stage.scrollTop + 30 || y > stage.scrollTop + stage.clientHeight - 30)
      stage.scrollTop = y - stage.clientHeight / 2;
  }

  function bars(rows, most) {
    const top = Math.max(most, ...rows.map(([, n]) => n));
    return rows.map(([name, n, lane = ""]) =>
      element("div", { class: `bar ${lane}` }, element("span", {}, name),
        element("i", { style: `width:${(100 * n) / top}%` }), element("b", {}, String(n))));
  }

  function showLists(walk) {
    const { nodes } = walk.trace;
    const rows = [];
    if (walk.opened) {
      const few = walk.opened.slice(0, 12).map(([k, status, merit]) =>
        element("li", {}, `${nodes.name[k]} ${status}${merit ? ` ${merit}` : ""}`));
      const rest = walk.opened.length - few.length;
      rows.push(element("h4", {}, `OPEN (${walk.opened.length})`), element("ol", {}, ...few, ...(rest > 0 ? [element("li", { class: "rest" }, `and ${rest} more`)] : [])));
    } else if (walk.known.bounds?.size) {
      const root = walk.known.bounds.get(0);
      rows.push(element("h4", {}, "search tree"), element("p", {}, `${walk.known.bounds.size} nodes have bounds${root ? `; the root: ${root}` : ""}`));
    }
    if (walk.stack.length) {
      const windows = walk.stack.map((k) => `${nodes.name[k]} ${walk.known.window?.get(k) ?? ""}`.replace(" none", ""));
      rows.push(element("h4", {}, "under search"), element("ol", {}, ...windows.map((line) => element("li", {}, line))));
    }
    lists.replaceChildren(...rows);
  }

  function showRace(time) {
    const seen = walks.map((walk, lane) => {
      const by = clock[lane];
      walk.go(by[Math.min(time, by.length - 1)]);
      return walk;
    });
    const { nodes } = traces[0];
    const visited = (walk, k) => walk.known.order?.has(k) || ["visited", "stack", "solved", "dead"].includes(walk.known.status?.get(k));
    nodes.name.forEach((_, k) => {
      const lanes = seen.map((walk, lane) => (visited(walk, k) ? lane : -1)).filter((lane) => lane >= 0);
      const status = lanes.length ? "visited" : "waiting";
      picture.show(k, { status: new Map([[k, status]]) }, lanes.length === 1 ? `only lane${lanes[0]}` : "");
      picture.visitors(k, lanes, seen.length);
      const names = (wanted) => state.race.filter((_, lane) => lanes.includes(lane) === wanted).join(", ");
      const who = lanes.length === seen.length ? "all" : lanes.length ? `${names(true)}; not by ${names(false)}` : "nobody yet";
      picture.call(k, `${nodes.name[k]}${nodes.value[k] === null ? "" : `: leaf, ${nodes.value[k]}`} · visited by ${who}`);
    });
    picture.point(null);
    picture.principal([]);
    const rows = [];
    for (const [place, name] of [[0, "leaves"], [1, "nodes"], [2, "visits"]]) {
      rows.push(element("div", {}, element("h4", {}, name),
        ...bars(seen.map((walk, lane) => [state.race[lane], walk.trace.steps[walk.at].counts[place], `lane${lane}`]),
          Math.max(...traces.map((trace) => trace.steps.at(-1).counts[place])))));
    }
    counts.replaceChildren(...rows);
    lists.replaceChildren();
    const finished = seen.filter((walk) => walk.at === walk.trace.steps.length - 1).map((walk) => walk.trace.strategy);
    sentence.textContent = time === last() ? verdict() : `After ${time} visits each.${finished.length ? ` Finished: ${finished.join(", ")}.` : ""}`;
    why.textContent = "Squares above a node: who has visited it, in the order of the race. What only one has visited has its colour.";
    why.classList.remove("cutting");
    where.textContent = `${time} of ${last()} visits`;
  }

  function verdict() {
    const least = Math.min(...traces.map((trace) => trace.result.leaves));
    const best = traces.filter((trace) => trace.result.leaves === least).map((trace) => trace.strategy);
    const rest = traces.filter((trace) => trace.result.leaves > least).map((trace) => `${trace.strategy} ${trace.result.leaves}`);
    const value = short(traces[0].result.value);
    const visits = traces.map((trace) => `${trace.strategy} ${trace.result.visits}`).join(", ");
    if (!rest.length) return `All evaluate ${least} leaves. Visits: ${visits}. The value is ${value}.`;
    return `${best.join(" and ")}: ${least} leaves, the fewest; ${rest.join(", ")}. The value is ${value}.`;
  }

  // -- moving --

  function next(kind) {
    const wanted = kind === "call" ? (step) => step.call : (step) => step.set.cut;
    const found = traces[0].steps.findIndex((step, k) => k > at() && wanted(step));
    if (found >= 0) go(found);
  }

  function start() {
    if (at() === last()) state.step = 0;
    playing = setInterval(() => {
      if (!el.isConnected) return pause();
      go(at() + 1);
    }, PERIOD);
    callPlay("pause");
  }

  function pause() {
    if (playing) clearInterval(playing);
    playing = null;
    callPlay("play");
  }

  function callPlay(name) {
    play.textContent = play.title = name;
    play.setAttribute("aria-label", name);
  }

  el.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(".listing")) return;
    const keys = { ArrowRight: () => at() + 1, ArrowLeft: () => at() - 1, Home: () => 0, End: () => last() };
    const key = keys[event.key];
    const along = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (along && picture && stage.contains(event.target)) {
      event.preventDefault();
      const from = event.target.dataset.node;
      goTo(from === undefined ? (selected ?? 0) : Math.min(Math.max(Number(from) + along, 0), picture.nodes.length - 1));
    } else if (key && traces.length) {
      event.preventDefault();
      go(key());
    } else if (event.key === "Enter" && event.target.dataset.node !== undefined) inspect(Number(event.target.dataset.node), true);
  });

  function goTo(k) {
    follow(k);
    picture.nodes[k].group.focus({ preventScroll: true });
  }

  // -- choosing --

  function choose(name) {
    const program = about.programs[state.strategy];
    state.strategy = name;
    replaced = null;
    state.options = {};
    again(program && program.chance !== about.programs[name].chance ? matchTree() : "");
  }

  // A search without chance nodes can't have a tree with them: it gets one without, until the other kind is chosen again.
  // Return what is to be said of it.
  function matchTree() {
    const { chance } = about.programs[state.strategy];
    if (!chance && hasChance(state.tree)) {
      const fits = before.findLast(({ tree }) => !hasChance(tree)) ?? about.presets[0];
      aside = { tree: state.tree, goal: state.goal, instead: fits.tree };
      Object.assign(state, { tree: fits.tree, goal: "max" });
      return `${state.strategy} searches no chance nodes: your tree is set aside until a search with them is chosen.`;
    }
    if (chance && aside && view?.tree === aside.instead) {
      Object.assign(state, { tree: aside.tree, goal: aside.goal });
      return "This is your tree with chance nodes again.";
    }
    return chance && !hasChance(state.tree) ? `This tree has no chance nodes: for ${state.strategy} all moves are ${state.goal === "min" ? "MIN" : "MAX"}'s.` : "";
  }

  function usePreset() {
    const preset = about.presets[presets.selectedIndex - 1];
    if (!preset) return;
    Object.assign(state, { step: 0, options: {}, goal: "max", race: [] }, structuredClone(preset));
    delete state.name;
    presets.selectedIndex = 0;
    selected = null;
    again();
  }

  function drawOptions() {
    const program = about.programs[state.strategy];
    const fields = Object.entries(inRace() ? {} : program.options).map(([name, { default: usual, least, meaning, label: called = name }]) => {
      const field = element("input", { type: "number", step: "any", min: least, title: meaning, placeholder: usual === null ? "none" : null,
        value: state.options[name] ?? usual, onchange: () => {
          const { [name]: _, ...options } = state.options;
          state.options = field.value ? { ...options, [name]: field.valueAsNumber } : options;
          if (!field.value && (usual !== null || field.validity.badInput)) return sayWrong(`${called} is empty: it must be a number (${meaning})`);
          again();
        } });
      return labelled(called, field);
    });
    if (program.chance) {
      const goal = element("select", { onchange: () => { state.goal = goal.value; again(); } },
        ...["max", "min"].map((each) => element("option", { selected: each === state.goal }, each)));
      fields.push(labelled("goal", goal));
    }
    optionFields.replaceChildren(...fields);
  }

  function drawRace() {
    const chips = state.race.map((name, lane) =>
      element("span", { class: `chip lane${lane}` }, name,
        button("×", `take ${name} out of the race`, () => race(state.race.filter((each) => each !== name)))));
    const kind = about.programs[state.strategy].chance;
    const others = Object.keys(about.programs).filter((name) => about.programs[name].chance === kind && !state.race.includes(name) && (inRace() || name !== state.strategy));
    const add = element("select", { "aria-label": "race against", onchange: () => race(inRace() ? [...state.race, add.value] : [state.strategy, add.value]) },
      element("option", { value: "" }, inRace() ? "one more ..." : "race against ..."),
      ...others.map((name) => element("option", { value: name }, name)));
    racing.replaceChildren(...chips, ...(state.race.length < MOST_IN_RACE ? [add] : []),
      ...(inRace() ? [button("end the race", "end the race", () => race([]))] : []));
    strategy.disabled = inRace();
  }

  function race(names) {
    const before = state.race;
    state.race = names.length > 1 ? names : [];
    if (!state.race.length && before.length) state.strategy = names[0] ?? before[0];
    again();
  }

  // -- changing the tree --

  // Another tree is about to be shown: keep the one before it, unless it is what was taken back.
  function remember(tree) {
    if (view && tree !== view.tree && tree !== undone?.tree) before.push(view);
    undone = null;
    view = structuredClone({ ...state, tree });
  }

  // Take back the last change of the tree: first what was typed and not shown.
  function undo() {
    if (!view) return;
    const typedOnly = text.value !== legible(view.tree) || el.classList.contains("stale");
    undone = typedOnly ? view : before.pop();
    if (!undone) return;
    tell(text, legible(undone.tree), true);
    if (typedOnly) sayWrong("");
    const { tree, goal, strategy, race, options } = undone;
    const fits = about.programs[strategy].chance === about.programs[state.strategy].chance;
    Object.assign(state, { tree, goal }, fits ? {} : { strategy, race, options });
    selected = null;
    again();
  }

  function inspect(k, clicked) {
    if (clicked) selected = k;
    pointed = k;
    if (k === null || !picture) return inspector.replaceChildren(element("span", { class: "hint" }, "Point at a node to see what is known of it; click it to change it, drag it to move it."));
    if (!clicked && selected !== null) return;
    picture.select(selected);
    fillInspector(k, clicked);
    const field = inspector.querySelector("input");
    if (clicked && field) setTimeout(() => (field.focus({ preventScroll: true }), field.select()));
  }

  // What had the focus in the panel keeps it, a field with what is being typed.
  function fillInspector(k, editable) {
    const { nodes } = traces[0];
    const held = inspector.querySelector(":focus");
    const told = element("span", { class: "told" });
    const parts = [told];
    if (editable) {
      if (nodes.value[k] !== null) {
        const field = element("input", { type: "text", inputmode: "decimal", size: 6, value: String(nodes.number[k]), "aria-label": `value of ${nodes.name[k]}` });
        const bad = element("span", { class: "wrong", role: "alert" });
        const set = () => {
          const value = Number(field.value.trim().replace("−", "-"));
          if (!field.value.trim() || !Number.isFinite(value)) {
            bad.textContent = `"${field.value.slice(0, 20)}" is no number: a leaf must be one, such as 12 or -0.5`;
            return;
          }
          field.used = field.value;
          edit((made) => (made[k].value = value));
        };
        field.addEventListener("keydown", (event) => event.key === "Enter" && set());
        parts.push(field, button("set", `set the value of ${nodes.name[k]}`, set), bad);
      }
      parts.push(button("add a child", `add a child to ${nodes.name[k]}`, () => addChild(k)));
      if (k) parts.push(button("remove", `remove ${nodes.name[k]}`, () => remove(k)));
      const row = picture.siblings(k);
      const place = row.indexOf(k);
      if (place > 0) parts.push(button("◂ move", `move ${nodes.name[k]} one place to the left`, () => move(k, place - 1)));
      if (k && place < row.length - 1) parts.push(button("move ▸", `move ${nodes.name[k]} one place to the right`, () => move(k, place + 1)));
      parts.push(button("done", "leave this node alone", () => { picture.select((selected = null)); inspect(null); goTo(k); }));
    }
    inspector.replaceChildren(...parts);
    const same = held && parts.find((part) => part.getAttribute("aria-label") === held.getAttribute("aria-label"));
    same?.focus({ preventScroll: true });
    if (same?.type === "text") {
      const [from, to] = [held.selectionStart, held.selectionEnd];
      const all = to > from && to - from === held.value.length;
      if (held.value !== held.used) same.value = held.value;
      if (all) same.select();
      else same.setSelectionRange(from, to);
    }
    tellNode(k);
  }

  function tellNode(k) {
    const told = inspector.querySelector(".told");
    if (told) told.textContent = inRace() ? picture.nodes[k].title.textContent : picture.describe(k, walks[0].known);
  }

  function edit(by) {
    const made = asNested(traces[0]);
    by(made);
    state.tree = nestedText(made[0]);
    again();
  }

  function addChild(k) {
    edit((made) => {
      const node = made[k];
      const leaf = !node.children.length;
      const child = { value: leaf ? node.value : 0, p: 1, chance: false, children: [] };
      if (node.chance && !leaf) {
        const giver = node.children.at(-1);
        child.p = giver.p / 2;
        giver.p /= 2;
      }
      node.children.push(child);
    });
  }

  function remove(k) {
    const above = traces[0].nodes.parent[k];
    selected = null;
    edit((made) => {
      const [node, parent] = [made[k], made[above]];
      const place = parent.children.indexOf(node);
      parent.children.splice(place, 1);
      const heir = parent.children[Math.max(0, place - 1)];
      if (!heir) parent.value = node.value ?? 0;
      else if (parent.chance) heir.p += node.p;
    });
  }

  function move(k, place) {
    const above = traces[0].nodes.parent[k];
    selected = null;
    edit((made) => {
      const row = made[above].children;
      row.splice(row.indexOf(made[k]), 1);
      row.splice(place, 0, made[k]);
    });
  }

  function typed() {
    // What was not changed keeps all its digits.
    state.tree = traces.length && text.value === legible(traces[0].tree) ? traces[0].tree : text.value;
    selected = null;
    const [is, wanted] = [about.programs[state.strategy].chance, text.value.includes("(")];
    if (!inRace() && wanted && !is) {
      replaced = state.strategy;
      state.strategy = Object.keys(about.programs).find((name) => about.programs[name].chance);
    } else if (!inRace() && is && !wanted && replaced) state.strategy = replaced;
    again();
  }
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      typed();
    }
  });

  function drawDice() {
    const select = (names) => element("select", {}, ...names.map((name) => element("option", {}, name)));
    const count = (value, min, max) => element("input", { type: "number", min, max, value, required: true });
    const { kind, scheme, probabilities, order } = about.rolls;
    Object.assign(dice, {
      kind: select(kind), width: count(3, 1, 16), depth: count(3, 1, 9), scheme: select(scheme),
      p: element("input", { type: "number", min: 0, max: 1, step: "any", value: 0.6, required: true }),
      probabilities: select(probabilities), order: select(order), goal: select(["max", "min"]), seed: count(1, 0, 2147483647),
    });
    const fields = Object.fromEntries(Object.entries(dice).map(([name, field]) => [name, labelled(name === "p" ? "P" : name, field)]));
    dice.order.value = "random";
    const fit = () => {
      const chance = dice.kind.value === "chance";
      for (const name of ["probabilities", "order", "goal"]) fields[name].hidden = !chance;
      fields.scheme.hidden = chance;
      fields.p.hidden = chance || !dice.scheme.value.startsWith("ordered");
    };
    for (const name of ["kind", "scheme"]) dice[name].addEventListener("change", fit);
    fit();
    rollRow.append(...Object.values(fields),
      button("roll", "roll this tree", () => roll()),
      button("next seed", "roll the tree of the next seed", () => { dice.seed.value = dice.seed.valueAsNumber + 1; roll(); }));
  }

  function roll() {
    const question = {};
    wrongRoll.textContent = "";
    for (const [name, field] of Object.entries(dice)) {
      if (field.parentElement.hidden) continue;
      question[name] = field.type === "number" ? field.valueAsNumber : field.value;
      if (field.checkValidity()) continue;
      const kind = name === "p" ? "number" : "whole number";
      wrongRoll.textContent = `${name === "p" ? "P" : name} is ${field.value || "empty"}: it must be a ${kind} from ${field.min} to ${field.max}`;
      return;
    }
    const chance = question.kind === "chance";
    const fits = about.programs[state.strategy].chance === chance;
    rolled(question, fits ? {} : { strategy: chance ? "alpha-cutoff" : "alphabeta", options: {}, race: [] });
  }

  // Roll a tree, and show it searched as `by` says.
  async function rolled(question, by) {
    busy(true);
    try {
      const { tree } = await ask(model, { engine: "roll", ...question });
      Object.assign(state, { tree, goal: question.goal ?? "max" }, by);
      selected = null;
      again();
    } catch (error) {
      busy(false);
      if (walks.length && !el.classList.contains("stale")) show();
      wrongRoll.textContent = error.message;
    }
  }

  // A map asks for a race on a tree of some kind: the first explorer there is shows it.
  document.addEventListener("gametree-race", (event) => {
    if (event.defaultPrevented || !about || !el.isConnected) return;
    event.preventDefault();
    const { question, race, options = {} } = event.detail;
    el.scrollIntoView({ block: "nearest" });
    rolled(question, { race, strategy: race.at(-1), options });
  });

  // -- sharing --

  const link = () => `${location.href.split("#")[0]}#${hash}${asText(state)}`;

  // Not at once: while steps come fast, the last is all that the kernel and the address need to know.
  function keep() {
    clearTimeout(keep.soon);
    keep.soon = setTimeout(keepNow, KEPT_AFTER);
  }

  function keepNow() {
    const now = Object.fromEntries(FIELDS.map((name) => [name, state[name]]));
    model.set("state", { ...(model.get("state") ?? {}), ...now });
    model.save_changes();
    if (onPage) {
      keep.own = `#${hash}${asText(state)}`;
      try {
        history.replaceState(null, "", keep.own);
      } catch {
        // a browser may refuse when steps come fast; the next one will do
      }
    }
    if (traces.length) tellView();
  }

  function tellView() {
    tell(share, onPage ? link() : asText(state));
  }

  function take(text) {
    const wanted = fromText(text);
    if (!about.programs[wanted.strategy]) throw new Error(`strategy is "${wanted.strategy.slice(0, 40)}": there is no such strategy`);
    const unknown = wanted.race.find((name) => !about.programs[name]);
    if (unknown) throw new Error(`race has "${unknown.slice(0, 40)}": there is no such strategy`);
    Object.assign(state, wanted);
    selected = null;
    note = "";
    return load();
  }

  share.addEventListener("change", () => {
    wrongShare.textContent = "";
    share.told = share.value;
    try {
      take(share.value);
      keep();
    } catch (error) {
      wrongShare.textContent = error.message;
    }
  });

  // What an address names is brought into view, unless the reader is elsewhere by then (or again, after a reload).
  function heard(event) {
    if (!location.hash.startsWith(`#${hash}`) || location.hash === keep.own) return false;
    try {
      take(location.hash).then(() => (event || !scrollY) && el.scrollIntoView());
      return true;
    } catch (error) {
      shared.open = true;
      wrongShare.textContent = error.message;
      return false;
    }
  }
  if (onPage) window.addEventListener("hashchange", heard);

  function python() {
    const { chance } = about.programs[state.strategy];
    const goal = state.goal === "min" ? ', goal="min"' : "";
    const names = inRace() ? state.race : [state.strategy];
    const lines = ["import gametree as gt", "", `tree = gt.${chance ? "chance." : ""}Tree.from_nested(${state.tree}${chance ? goal : ""})`];
    for (const name of names) lines.push(`print(gt.${chance ? "chance." : ""}search(tree, "${name}"${(chance ? rangesOf : argumentsOf)(name)}))`);
    return lines.join("\n");
  }

  const argumentsOf = (name) => Object.entries(optionsOf(name)).map(([option, value]) => `, ${option}=${value}`).join("");

  // What a heuristic says that is off by a share, as the library takes it.
  function rangesOf(name) {
    const { error } = optionsOf(name);
    if (error === undefined) return "";
    return `, ranges={n: (v - ${error} * abs(v), v + ${error} * abs(v)) for n, v in enumerate(tree.backed_up.tolist())}`;
  }

  async function copy(what, message) {
    try {
      await navigator.clipboard.writeText(what);
    } catch {
      const field = element("textarea", {});
      field.value = what;
      el.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    done.textContent = message;
    setTimeout(() => (done.textContent = ""), 2000);
  }

  function save() {
    const drawn = picture.svg.cloneNode(true);
    const live = picture.svg.querySelectorAll("*");
    const styles = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "text-anchor", "opacity", "visibility", "paint-order"];
    drawn.querySelectorAll("*").forEach((part, k) => {
      const computed = getComputedStyle(live[k]);
      part.setAttribute("style", styles.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"));
      for (const name of ["tabindex", "role", "class"]) part.removeAttribute(name);
    });
    drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    drawn.setAttribute("style", `background:${getComputedStyle(el).backgroundColor};font-family:sans-serif`);
    const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawn)], { type: "image/svg+xml" }));
    element("a", { href: url, download: `${state.strategy.replace(/[^a-z0-9-]/g, "_")}-${at() + 1}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  // -- beginning --

  async function begin() {
    sentence.textContent = onPage ? "Starting Python in the page ..." : "Searching …";
    for (const part of [...Object.values(moves), nextCut]) part.disabled = true;
    nextCall.hidden = true;
    about = await ask(model, { engine: "about" });
    const groups = {};
    for (const [name, { group }] of Object.entries(about.programs))
      (groups[group] ??= element("optgroup", { label: group })).append(element("option", { value: name }, name));
    strategy.append(...Object.values(groups));
    presets.append(element("option", {}, "choose ..."), ...about.presets.map(({ name }) => element("option", {}, name)));
    if (!about.programs[state.strategy]) state.strategy = "alphabeta";
    if (!state.tree) state.tree = about.presets[0].tree;
    strategy.value = state.strategy;
    drawDice();
    inspect(null);
    if (!(onPage && heard())) await load();
  }
  let width = 0;
  new ResizeObserver(() => {
    if (picture && Math.abs(el.clientWidth - width) > 20) shown();
    width = el.clientWidth;
  }).observe(el);
  begin().catch((error) => (trouble.textContent = error.message));
  return () => pause();
}

export default { render };
