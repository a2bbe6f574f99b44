"use strict";
// What a reader can do with the page beyond reading it. Without this script all is
// there but folded tables are opened one by one.
(() => {
  const all = (within, selector) => [...within.querySelectorAll(selector)];
  const make = (tag, properties, ...children) => {
    const e = Object.assign(document.createElement(tag), properties);
    e.append(...children);
    return e;
  };
  const button = (text, click) => {
    const b = make("button", { type: "button", textContent: text });
    b.addEventListener("click", () => click(b));
    return b;
  };
  const status = make("div", { className: "status" });
  status.setAttribute("role", "status");
  document.body.append(status);
  const say = (text) => { status.textContent = text; };

  // Tables: sort, filter, copy.
  const collator = new Intl.Collator("en", { numeric: true });
  const text = (cell) => cell && !cell.classList.contains("plot") ? cell.textContent.replaceAll("\u00a0", " ").trim() : "";
  const number = (cell) => {
    const found = text(cell).replaceAll("−", "-").match(/[-+]?(\d+(\.\d+)?(e[-+]?\d+)?|∞)/i);
    return found ? Number(found[0].replace("∞", "Infinity")) : NaN;
  };
  const rowsOf = (body) => all(body, "tr").filter((row) => !row.querySelector("[scope=rowgroup]"));

  function sort(table, head, column, left) {
    const now = head.getAttribute("aria-sort");
    // Numbers begin with the largest, words with the first; then the other way; then as at first.
    const order = left ? ["ascending", "descending", null] : ["descending", "ascending", null];
    const next = order[(order.indexOf(now) + 1) % 3];
    all(table, "th[aria-sort]").forEach((h) => h.removeAttribute("aria-sort"));
    if (next) head.setAttribute("aria-sort", next);
    const sign = next === "descending" ? -1 : 1;
    const compare = (a, b) => {
      if (!next) return a.dataset.at - b.dataset.at;
      const x = a.cells[column], y = b.cells[column];
      if (left) return sign * collator.compare(text(x), text(y)) || a.dataset.at - b.dataset.at;
      const u = number(x), v = number(y);
      if (isNaN(u) || isNaN(v)) return isNaN(u) - isNaN(v) || a.dataset.at - b.dataset.at;
      return sign * (u === v ? 0 : u - v) || a.dataset.at - b.dataset.at;
    };
    for (const body of table.tBodies) body.append(...rowsOf(body).sort(compare));
    say(next ? `Sorted by ${text(head)}, ${next}` : "In the first order");
  }

  function filter(table, wanted) {
    let shown = 0, count = 0;
    const words = wanted.toLowerCase().split(/\s+/);
    for (const body of table.tBodies) {
      const heading = body.querySelector("[scope=rowgroup]");
      let any = false;
      for (const row of rowsOf(body)) {
        const within = (text(heading) + " " + row.textContent).toLowerCase();
        row.hidden = !words.every((word) => within.includes(word));
        any ||= !row.hidden;
        count++;
        shown += !row.hidden;
      }
      if (heading) heading.parentNode.hidden = !any;
    }
    say(`${shown} of ${count} rows`);
  }

  // The rows that are shown, the first of them the heads, with the headings of groups
  // in a column of their own if there are any, and which columns are words.
  function contents(table) {
    const groups = [], lines = all(table.tHead, "tr");
    if (lines.length > 1) for (const c of lines[0].cells) for (let i = 0; i < c.colSpan; i++) groups.push(text(c));
    const heads = [...lines.at(-1).cells].map((c, i) => [groups[i], text(c)].filter(Boolean).join(" "));
    const grouped = table.querySelector("[scope=rowgroup]");
    const rows = [grouped ? ["", ...heads] : heads];
    for (const body of table.tBodies) {
      const heading = text(body.querySelector("[scope=rowgroup]"));
      for (const row of rowsOf(body).filter((r) => !r.hidden)) {
        const cells = [...row.cells].map(text);
        rows.push(grouped ? [heading, ...cells] : cells);
      }
    }
    const left = [...grouped ? [true] : [], ...[...lines.at(-1).cells].map((c) => c.classList.contains("l"))];
    // A column of dots has no text.
    const kept = rows[0].map((_, i) => rows.slice(1).some((r) => r[i]));
    return { rows: rows.map((r) => r.filter((_, i) => kept[i])), left: left.filter((_, i) => kept[i]) };
  }
  const quoted = (cell) => /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const csv = ({ rows }) => rows.map((r) => r.map((c) => quoted(c.replaceAll("−", "-"))).join(",")).join("\n") + "\n";
  const commands = {
    "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$",
    "−": "$-$", "±": "$\\pm$", "×": "$\\times$", "γ": "$\\gamma$", "∞": "$\\infty$", "√": "$\\surd$", "‖": "$\\|$", "²": "$^2$", "†": "\\dag{}", "–": "--",
  };
  const escaped = (cell) => cell.replace(/[\\~^<>|−±×γ∞√‖²†–&%$#_{}]/g, (c) => commands[c] ?? "\\" + c);
  const latex = ({ rows, left }) => "\\begin{tabular}{" + rows[0].map((_, i) => left[i] ? "l" : "r").join("") + "}\n\\toprule\n" +
    rows.map((r) => r.map(escaped).join(" & ") + " \\\\\n").join("").replace("\n", "\n\\midrule\n") + "\\bottomrule\n\\end{tabular}\n";

  async function copy(content, what) {
    try {
      await navigator.clipboard.writeText(content);
    } catch {
      const area = make("textarea", { value: content });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    say(`Copied as ${what}`);
  }

  function equip(holder) {
    if (holder.dataset.equipped || holder.open === false) return;
    holder.dataset.equipped = "yes";
    const table = holder.querySelector("table");
    let at = 0;
    for (const body of table.tBodies) for (const row of rowsOf(body)) row.dataset.at ??= at++;
    [...table.tHead.rows].at(-1).querySelectorAll("th:not(.plot)").forEach((head) => {
      const name = text(head), column = head.cellIndex, left = head.classList.contains("l");
      head.replaceChildren(button(name, () => sort(table, head, column, left)));
    });
    const count = all(table, "tbody tr").length;
    if (count < 4) return;
    const tools = make("div", { className: "tools" });
    if (count > 8) {
      const input = make("input", { type: "search", placeholder: "Filter rows" });
      input.setAttribute("aria-label", "Filter rows");
      input.addEventListener("input", () => filter(table, input.value));
      tools.append(input);
    }
    tools.append(
      button("Copy as CSV", () => copy(csv(contents(table)), "CSV")),
      button("Copy as LaTeX", () => copy(latex(contents(table)), "LaTeX")));
    holder.append(tools);
  }
  for (const holder of all(document, ".table")) {
    equip(holder);
    holder.addEventListener("toggle", () => equip(holder));
  }

  // With the contents: save the data.
  const tools = make("div", { className: "tools" });
  const folded = all(document, "details").filter((d) => !d.closest("figure"));
  const data = document.getElementById("data");
  if (data) {
    tools.append(button("Save the data (JSON)", () => {
      const url = URL.createObjectURL(new Blob([data.textContent], { type: "application/json" }));
      make("a", { href: url, download: "drfvi.json" }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    }));
  }
  (document.querySelector("nav") ?? document.getElementById("main")).append(tools);
  // Paper cannot be opened, nor a link into what is closed.
  addEventListener("beforeprint", () => folded.forEach((d) => { d.open = true; }));
  const reveal = () => { document.getElementById(location.hash.slice(1))?.closest("details")?.setAttribute("open", ""); };
  addEventListener("hashchange", reveal);
  reveal();

  // What is wider than its place says so.
  const wide = new ResizeObserver((seen) => seen.forEach(({ target }) => target.classList.toggle("sideways", [...target.children].some((c) => c.getBoundingClientRect().width > target.clientWidth + 1))));
  for (const place of all(document, ".scroll")) wide.observe(place);
})();
