// A tree as a picture of the explorer: nodes, edges and what is told of each.

const RADIUS = 12;
const label = (p) => String(Number(p.toPrecision(3)));
// How far a shape reaches to the side: that of a leaf as far as its number does.
const half = ({ player, value }, k) => (player[k] === "chance" ? RADIUS * 1.25 : value[k]?.length > 3 ? 3.7 * value[k].length + 3 : RADIUS);
const SHAPES = {
  max: (r, w) => `M${-w},${-r}H${w}V${r}H${-w}Z`,
  min: (r, w) => `M${-w},0A${w},${r} 0 1 1 ${w},0A${w},${r} 0 1 1 ${-w},0Z`,
  chance: (r, w) => `M0,${-w}L${w},0L0,${w}L${-w},0Z`,
};

// The least distance of two leaves at which values can be read, and so can the probabilities and the ranges above nodes.
// All steps are gone through for it, so once for a trace.
function leastUnit(trace) {
  return (trace.leastUnit ??= measuredUnit(trace));
}

function measuredUnit({ nodes, steps }) {
  const ranges = new Map(); // node -> the length of the longest range that is ever shown above it
  for (const { set } of steps) for (const [k, range] of Object.entries(set.range ?? {}))
    if (range?.length > 3 && nodes.value[k] === null) ranges.set(Number(k), Math.max(range.length, ranges.get(Number(k)) ?? 0));
  const left = [];
  return nodes.x.reduce((least, x, k) => {
    const room = [29, 2 * half(nodes, k) + 5, nodes.p[k] === null ? 0 : 14 + 6 * label(nodes.p[k]).length];
    const before = left[nodes.level[k]];
    if (ranges.has(before) && ranges.has(k)) room.push((3.2 * (ranges.get(before) + ranges.get(k)) + 6) / (x - nodes.x[before]));
    left[nodes.level[k]] = k;
    return Math.max(least, ...room);
  }, 0);
}

// A tree drawn once; `show` changes what is told of single nodes.  `chosen(k, clicked)` is called when a node is pointed at
// or clicked, `moved(k, place)` when it is dragged to another place among its siblings.
class Picture {
  constructor(trace, width, chosen, moved) {
    const { nodes } = trace;
    const leaves = Math.max(...nodes.x) + 1;
    const depth = Math.max(...nodes.level);
    this.trace = trace;
    this.unit = Math.max(leastUnit(trace), Math.min(92, (width - 32) / leaves));
    this.down = (depth > 5 ? 52 : depth > 3 ? 62 : 72) + (nodes.player.includes("chance") ? 3 : 0);
    this.width = leaves * this.unit + 32;
    this.height = depth * this.down + 70;
    this.svg = element("svg:svg", {
      class: "tree", width: this.width, height: this.height, viewBox: `0 0 ${this.width} ${this.height}`,
      role: "group", "aria-label": `game tree with ${nodes.name.length} nodes; the sentence above tells the step`,
    });
    const edges = element("svg:g");
    const chances = element("svg:g");
    const groups = element("svg:g");
    const named = this.roomForNames();
    this.nodes = nodes.name.map((name, k) => {
      const [x, y] = this.place(k);
      const shape = element("svg:path", { class: "shape", d: SHAPES[nodes.player[k]](RADIUS, half(nodes, k)) });
      const inside = element("svg:text", { class: "inside", y: 4 });
      const above = element("svg:text", { class: "window", y: -RADIUS - 5 });
      const below = element("svg:text", { class: "below", y: RADIUS + 13 });
      const marks = element("svg:g");
      const title = element("svg:title");
      const called = element("svg:text", { class: "name", x: -half(nodes, k) - 4, y: 4 }, named[nodes.level[k]] ? name : "");
      const group = element(
        "svg:g",
        {
          class: "node", transform: `translate(${x},${y})`, tabindex: k ? -1 : 0, "data-node": k, role: "button",
          onclick: () => this.dragged || chosen(k, true), onfocus: () => chosen(k, false), onpointerenter: () => chosen(k, false),
          onpointerdown: (event) => this.drag(k, event, moved),
        },
        shape, called, inside, above, below, marks, title,
      );
      groups.append(group);
      let edge = null;
      let mark = null;
      if (k) {
        const [px, py] = this.place(nodes.parent[k]);
        edge = element("svg:line", { class: "edge", x1: px, y1: py + RADIUS, x2: x, y2: y - RADIUS });
        const along = nodes.p[k] === null ? 0.45 : 0.33; // clear of the probability
        const [mx, my] = [px + (x - px) * along, py + (y - py) * along];
        mark = element("svg:path", { class: "cut", d: "M-6,-2.5L6,-5.5M-6,3.5L6,0.5", transform: `translate(${mx},${my})` });
        edges.append(edge, mark);
        if (nodes.p[k] !== null) {
          // Above the range of its node, and towards its edge as far as that and the neighbours leave room.
          const said = label(nodes.p[k]);
          const near = Math.min(Math.abs(px - x) * 0.45 - 3 * said.length - 5, (this.unit - 6 * said.length) / 2 - 4);
          chances.append(element("svg:text", { class: "chance", "text-anchor": "middle",
            x: x + Math.sign(px - x) * Math.max(0, near), y: y - RADIUS - 18 }, said));
        }
      }
      return { group, inside, above, below, marks, title, edge, mark };
    });
    this.svg.append(edges, chances, groups);
    this.current = null;
    this.selected = null;
  }

  // For each level, whether all its names fit between a node and its neighbour on the left, or the edge.
  roomForNames() {
    const { nodes } = this.trace;
    const left = [];
    return nodes.name.reduce((fits, name, k) => {
      const [level, side, x] = [nodes.level[k], half(nodes, k), this.place(k)[0]];
      fits[level] = (fits[level] ?? true) && x - side - (left[level] ?? 0) > 8 + 7.2 * name.length;
      left[level] = x + side;
      return fits;
    }, []);
  }

  place(k) {
    const { nodes } = this.trace;
    return [20 + (nodes.x[k] + 0.5) * this.unit, 34 + nodes.level[k] * this.down];
  }

  // The children of a node's parent, itself among them.
  siblings(k) {
    const { parent } = this.trace.nodes;
    return parent.map((_, j) => j).filter((j) => j && parent[j] === parent[k]);
  }

  // Let a node follow the pointer along its row, and drop it among its siblings.  A finger scrolls: it has the buttons.
  drag(k, down, moved) {
    this.dragged = false;
    const row = this.siblings(k);
    if (!k || row.length < 2 || down.pointerType === "touch" || down.button !== 0) return;
    const { group } = this.nodes[k];
    const [x, y] = this.place(k);
    const to = (event) => x + event.clientX - down.clientX;
    const follow = (event) => {
      if (!this.dragged && Math.abs(event.clientX - down.clientX) < 6) return;
      this.dragged = true;
      group.classList.add("dragged");
      group.setAttribute("transform", `translate(${to(event)},${y})`);
    };
    const drop = (event) => {
      group.removeEventListener("pointermove", follow);
      if (!this.dragged) return;
      group.classList.remove("dragged");
      group.setAttribute("transform", `translate(${x},${y})`);
      const place = row.filter((j) => j !== k && this.place(j)[0] < to(event)).length;
      if (event.type === "pointerup" && place !== row.indexOf(k)) moved(k, place);
    };
    group.setPointerCapture(down.pointerId);
    group.addEventListener("pointermove", follow);
    for (const end of ["pointerup", "pointercancel"]) group.addEventListener(end, drop, { once: true });
  }

  // Draw one node as the fields say; `lane` colours it in a race.
  show(k, known, lane = "") {
    const { nodes } = this.trace;
    const part = this.nodes[k];
    const status = known.status?.get(k) ?? "waiting";
    const leaf = nodes.value[k] !== null;
    const told = known.range?.get(k) ?? known.value?.get(k) ?? known.answer?.get(k) ?? "";
    part.group.setAttribute("class", `node ${status} ${lane} ${k === this.selected ? "selected" : ""}`);
    const wide = told.length > 3 && !leaf;
    part.inside.textContent = leaf ? nodes.value[k] : wide ? "" : told;
    const window = known.window?.get(k);
    part.above.textContent = window && window !== "none" ? window : leaf ? "" : (known.bounds?.get(k) ?? (wide ? told : ""));
    const order = known.order?.get(k);
    part.below.textContent = order ? `${order}.` : "";
    this.call(k, this.describe(k, known));
    if (part.edge) {
      part.edge.setAttribute("class", `edge ${status} ${lane}`);
      const cut = (status === "pruned" || status === "dead") && known.cut?.has(k);
      part.mark.setAttribute("class", cut ? "cut shown" : "cut");
    }
  }

  // Above a node, in a race, a mark for every search, filled for those that have visited it; none if nobody has.
  visitors(k, lanes, racers) {
    const part = this.nodes[k];
    const told = `${racers}:${lanes}`;
    if (part.visitors === told) return;
    part.visitors = told;
    const marks = Array.from({ length: lanes.length && racers }, (_, lane) => element("svg:rect", {
      class: lanes.includes(lane) ? `mark lane${lane}` : "mark", x: 6.5 * (lane - racers / 2) + 0.5, y: -RADIUS - 7.5, width: 5.5, height: 5.5,
    }));
    part.marks.replaceChildren(...marks);
  }

  call(k, words) {
    this.nodes[k].title.textContent = words;
    this.nodes[k].group.setAttribute("aria-label", words);
  }

  describe(k, known) {
    const { nodes } = this.trace;
    const player = { max: "MAX to move", min: "MIN to move", chance: "chance decides" }[nodes.player[k]];
    const parts = [`${nodes.name[k]}: ${nodes.value[k] !== null ? `leaf, ${nodes.value[k]}` : player}`];
    if (nodes.p[k] !== null) parts.push(`probability ${label(nodes.p[k])}`);
    const window = known.window?.get(k);
    if (window) parts.push(window === "none" ? "under search" : `window ${window}`);
    if (nodes.value[k] === null && known.value?.has(k)) parts.push(`value ${known.value.get(k)}`);
    if (known.answer?.has(k)) parts.push(`test says ${known.answer.get(k)}`);
    if (known.bounds?.has(k)) parts.push(`in the search tree ${known.bounds.get(k)}`);
    if (nodes.value[k] === null && known.range?.has(k)) parts.push(`worth ${known.range.get(k)}`);
    if (known.order?.has(k)) parts.push(`evaluated as number ${known.order.get(k)}`);
    const status = known.status?.get(k);
    if (status === "live" || status === "solved") parts.push(known.opened ? `${status.toUpperCase()} on OPEN` : "value known");
    if (status === "pruned" || status === "dead") {
      let at = k;
      while (at > 0 && !known.cut?.has(at)) at = nodes.parent[at];
      parts.push(`${status === "dead" ? "looked at, then cut off" : "cut off"}: ${known.cut?.get(at) ?? "nobody needs it"}`);
    }
    if (!status) parts.push("not yet looked at");
    return parts.join(" · ");
  }

  point(k) {
    this.current?.classList.remove("current");
    this.current = k === null ? null : this.nodes[k].group;
    this.current?.classList.add("current");
  }

  select(k) {
    for (const each of [this.selected, k]) if (each !== null) this.nodes[each].group.classList.toggle("selected", each === k);
    this.selected = k;
  }

  principal(line) {
    for (const k of this.line ?? []) this.nodes[k].edge?.classList.remove("principal");
    for (const k of line) this.nodes[k].edge?.classList.add("principal");
    this.line = line;
  }
}
