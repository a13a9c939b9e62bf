// A trace that can be gone through: what is known of every node after each step, by applying and undoing changes.
class Walk {
  constructor(trace) {
    this.trace = trace;
    this.at = -1;
    this.known = {};
    this.stack = [];
    this.opened = trace.steps[0]?.open ? [] : null;
    if (this.opened) this.known.opened = true;
    this.undo = [];
  }

  // Go to a step; return the nodes that changed.
  go(step) {
    const changed = new Set();
    while (this.at < step) this.forward(changed);
    while (this.at > step) this.back(changed);
    return changed;
  }

  forward(changed) {
    const told = this.trace.steps[(this.at += 1)];
    const undo = { set: [], stack: told.stack, opened: this.opened };
    for (const [field, values] of Object.entries(told.set)) {
      const known = (this.known[field] ??= new Map());
      for (const [key, value] of Object.entries(values)) {
        const k = Number(key);
        undo.set.push([known, k, known.get(k)]);
        if (value === null) known.delete(k);
        else known.set(k, value);
        changed.add(k);
      }
    }
    if (told.stack?.[0] === "push") this.stack.push(told.stack[1]);
    else if (told.stack) this.stack.pop();
    if (told.open) {
      const [first, gone, come] = told.open;
      this.opened = [...this.opened.slice(0, first), ...come, ...this.opened.slice(first + gone)];
    }
    this.undo.push(undo);
  }

  back(changed) {
    const { set, stack, opened } = this.undo.pop();
    for (const [known, k, value] of set.reverse()) {
      if (value === undefined) known.delete(k);
      else known.set(k, value);
      changed.add(k);
    }
    if (stack?.[0] === "push") this.stack.pop();
    else if (stack) this.stack.push(stack[1]);
    this.opened = opened;
    this.at -= 1;
  }
}
