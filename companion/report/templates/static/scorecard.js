// The scorecard as a tool: filters, order, search, evidence per row; the address keeps the choice.
(() => {
  "use strict";
  const SHOWN = 100;
  const FILTERS = { source: "Source", table: "Table", verdict: "Verdict", notebook: "Page" };
  const ORDERS = { "": "as printed", far: "largest distance first", near: "smallest distance first" };
  const COLUMNS = ["Where", "Row", "Column", "Printed", "Ours", "Distance", "Verdict"];

  const { columns, values, rows: coded, verdicts, code, pages } = window.scorecard;
  const rows = coded.map((row) => Object.fromEntries(columns.map((name, i) => [name, values[row[i]]])));
  rows.forEach((row) => { row.text = Object.values(row).join(" ").toLowerCase(); });

  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const number = (text, digits = 6) => {
    if (text === "" || Number.isNaN(Number(text))) return text;
    return String(Number(Number(text).toPrecision(digits))).replace(/^-/, "−");
  };
  const sampled = (row) => Number(row.sd) > 0;
  const claimed = (row) => row.column === "claim";
  // Of sampled numbers in standard errors.  What was computed exactly and is another number is farther off than any of
  // these, and what speaks least for a claim is no distance.
  const distance = (row) => {
    if (row.statistic === "" || claimed(row)) return null;
    const far = Math.abs(Number(row.statistic));
    return sampled(row) || row.verdict !== "differs" ? far : Infinity;
  };
  const distanceText = (row) => number(row.statistic, 3) + (row.statistic !== "" && sampled(row) ? " s.e." : "");
  // Titles are Markdown, where a star is escaped; anchors are plain.
  const anchor = (title) => encodeURIComponent(title.replaceAll("\\", "").trim().split(/\s+/).join("-"));

  // The choice, and the address that keeps it.
  const fresh = () => ({ source: "", table: "", verdict: "", notebook: "", order: "", text: "", from: 0 });
  let choice = fresh();
  const read = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    choice = fresh();
    for (const name of Object.keys(choice)) if (given.has(name)) choice[name] = given.get(name);
    if (choice.table && !choice.source) choice.source = (rows.find((row) => row.table === choice.table) || { source: "" }).source;
    choice.from = Math.max(0, Math.floor(Number(choice.from) / SHOWN) * SHOWN) || 0;
  };
  const write = () => {
    const kept = Object.entries(choice).filter(([, value]) => value !== "" && value !== 0);
    history.replaceState(null, "", `#${new URLSearchParams(kept)}`);
  };
  const matches = (row, without) => Object.keys(FILTERS)
    .every((name) => name === without || !choice[name] || row[name] === choice[name])
    && choice.text.toLowerCase().split(/\s+/).every((word) => row.text.includes(word));

  const root = document.getElementById("scorecard");
  root.replaceChildren();
  const form = element("form", { class: "scorecard-choice", role: "search", "aria-label": "Rows of the scorecard" });
  const status = element("p", { role: "status", class: "scorecard-status" });
  const body = element("tbody");
  const head = element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, name)));
  const table = element("table", { class: "scorecard-rows" },
    element("caption", {}, "Rows of the scorecard; a row's button shows its evidence"), element("thead", {}, head), body);
  const turn = element("p", { class: "scorecard-turn" });
  const controls = {};

  const labelled = (name, label, control) => {
    control.id = `scorecard-${name}`;
    controls[name] = control;
    form.append(element("label", { for: control.id }, element("span", {}, label), control));
    return control;
  };
  for (const [name, label] of Object.entries(FILTERS)) labelled(name, label, element("select"));
  const order = labelled("order", "Order", element("select"));
  for (const [value, label] of Object.entries(ORDERS)) order.append(element("option", { value }, label));
  labelled("text", "Search", element("input", { type: "search", autocomplete: "off" }));
  const reset = element("button", { type: "reset" }, "Show all");
  form.append(reset);
  root.append(form, status,
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows" }, table), turn);

  // Tables of several sources have the same name: each stands below its source, and choosing it chooses that too.
  const fillTables = () => {
    const sources = new Map();
    rows.filter((row) => matches(row, "table")).forEach((row) => {
      if (!sources.has(row.source)) sources.set(row.source, new Map());
      const counts = sources.get(row.source);
      counts.set(row.table, (counts.get(row.table) || 0) + 1);
    });
    const groups = [...sources].map(([source, counts]) => element("optgroup", { label: source },
      ...[...counts].map(([table, count]) => element("option", { value: `${source} ${table}` }, `${table} (${count})`))));
    const { source, table } = choice;
    if (table && !sources.get(source)?.has(table)) groups.push(element("option", { value: `${source} ${table}` }, `${table} (0)`));
    controls.table.replaceChildren(element("option", { value: "" }, "all"), ...groups);
    controls.table.value = table && `${source} ${table}`;
  };

  const fill = () => {
    for (const name of Object.keys(FILTERS)) {
      if (name === "table") { fillTables(); continue; }
      const counts = new Map();
      rows.filter((row) => matches(row, name)).forEach((row) => counts.set(row[name], (counts.get(row[name]) || 0) + 1));
      if (choice[name] && !counts.has(choice[name])) counts.set(choice[name], 0);
      const known = name === "verdict" ? verdicts.filter((v) => counts.has(v)) : [...counts.keys()];
      if (name === "notebook") known.sort();
      controls[name].replaceChildren(element("option", { value: "" }, "all"),
        ...known.map((value) => element("option", { value }, `${value} (${counts.get(value)})`)));
      controls[name].value = choice[name];
    }
    order.value = choice.order in ORDERS ? choice.order : "";
    if (controls.text.value !== choice.text) controls.text.value = choice.text;
  };

  const evidence = (row) => {
    const list = element("dl", { class: "scorecard-evidence" });
    const add = (label, ...content) => {
      if (content.some((part) => part !== "")) list.append(element("dt", {}, label), element("dd", {}, ...content));
    };
    const link = (address, text) => (address ? element("a", { href: address }, text) : text);
    add("Claim", row.says, row.says && ` (${row.row})`);
    add("Criterion", row.criterion);
    add("Page of the source", row.page);
    add("Printed", number(row.published), row.corrected ? `, corrected to ${number(row.corrected)}` : "");
    add("Ours", number(row.ours), sampled(row) ? ` (standard deviation ${number(row.sd)}, n = ${number(row.n)})` : "");
    add(claimed(row) ? "Room that is left" : "Distance",
      number(row.statistic) + (row.statistic === "" ? "" : sampled(row) ? " standard errors" : claimed(row) ? "" : ", computed exactly"));
    add("Reading", row.reading, row.literal_verdict ? `; read word by word: ${number(row.literal)}, ${row.literal_verdict}` : "");
    add("Note", row.note);
    add("Counted", row.counted === "yes" ? "" : row.counted);
    add("Judged in", link(pages[row.notebook] && `${pages[row.notebook]}#${anchor(row.section)}`, `${row.notebook}, ${row.section}`));
    add("Function", link(code[row.function], row.function));
    add("Seed", number(row.seed));
    const line = element("code", { tabindex: "0" }, row.again);
    const copy = element("button", { type: "button" }, "Copy");
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(row.again);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(line);
        copy.textContent = "Selected: press Ctrl+C";
      }
    });
    add("Compute it again", line, " ", copy);
    return list;
  };

  const draw = () => {
    fill();
    const found = rows.filter((row) => matches(row));
    if (choice.order) {
      const sign = choice.order === "far" ? -1 : 1;
      found.sort((a, b) => (distance(a) === null) - (distance(b) === null)
        || (distance(a) === distance(b) ? 0 : sign * (distance(a) - distance(b))));
    }
    if (choice.from >= found.length) choice.from = 0;
    const shown = found.slice(choice.from, choice.from + SHOWN);
    status.textContent = found.length
      ? `${found.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} rows; `
        + `${choice.from + 1} to ${choice.from + shown.length} shown.`
      : "No row is like that: choose less, or show all.";
    body.replaceChildren(...shown.flatMap((row, i) => {
      const id = `evidence-${i}`;
      const button = element("button", { type: "button", "aria-expanded": "false", "aria-controls": id }, `${row.source} ${row.table}`);
      const more = element("tr", { id, hidden: "" }, element("td", { colspan: COLUMNS.length }));
      button.addEventListener("click", () => {
        const open = more.hidden;
        if (open && !more.firstChild.firstChild) more.firstChild.append(evidence(row));
        more.hidden = !open;
        button.setAttribute("aria-expanded", String(open));
      });
      const cells = [claimed(row) ? row.says : row.row, row.column, number(row.corrected || row.published), number(row.ours),
        claimed(row) ? "" : distanceText(row)];
      return [element("tr", {}, element("th", { scope: "row" }, button), ...cells.map((text, k) => element("td", { "data-column": COLUMNS[k + 1] }, text)),
        element("td", { class: `verdict-${row.verdict}` }, row.verdict)), more];
    }));
    turn.replaceChildren();
    for (const [label, from] of [["Previous 100", choice.from - SHOWN], ["Next 100", choice.from + SHOWN]]) {
      const button = element("button", { type: "button" }, label);
      button.disabled = from < 0 || from >= found.length;
      button.addEventListener("click", () => { choice.from = from; write(); draw(); form.scrollIntoView(); });
      turn.append(button, " ");
    }
  };

  const changed = (event) => {
    for (const name of Object.keys(controls)) choice[name] = controls[name].value;
    const at = choice.table.indexOf(" ");
    const [source, table] = [choice.table.slice(0, at), choice.table.slice(at + 1)];
    if (event.target === controls.table && table) choice.source = source;
    choice.table = source === choice.source ? table : "";
    choice.from = 0;
    write();
    draw();
  };
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => { event.preventDefault(); choice = fresh(); write(); draw(); });
  window.addEventListener("hashchange", () => { read(); draw(); });
  read();
  draw();
})();
