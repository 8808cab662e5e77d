// Fills the figures, makes tables sortable and long ones searchable. The page reads without it.
"use strict";
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const twins = JSON.parse(document.getElementById("dark-twins").textContent);

  // A figure is stored in its light colours; each has a dark twin (dashboards/figures/theme.py).
  const repaint = (value) => {
    if (typeof value === "string") return twins[value] ?? value;
    if (Array.isArray(value)) return value.map(repaint);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, repaint(one)]));
    }
    return value;
  };

  // In the live app a cell of the heat map leads to the match-ups of its policies.
  const lead = (frame, { root, rows, columns }) => {
    frame.classList.add("leads");
    frame.removeAllListeners("plotly_click");
    frame.on("plotly_click", ({ points: [{ x, y }] }) => {
      const policies = [rows[y], columns[x]].filter((one) => one != null);
      location.assign(`${root}?${new URLSearchParams(policies.map((one) => ["policy", one]))}`);
    });
  };

  const draw = (frame) => {
    const stored = JSON.parse(document.getElementById(frame.dataset.figure).textContent);
    const { data, layout } = dark.matches ? repaint(stored) : stored;
    Plotly.react(frame, data, layout, { responsive: true, displayModeBar: false, scrollZoom: false, doubleClick: false });
    if (layout.meta?.root) lead(frame, layout.meta);
    frame.dataset.drawn = "";
  };

  // One figure at a time, so that the page answers between them.
  const drawFrom = (plots, at) => {
    if (at >= plots.length) return;
    if (plots[at].isConnected) draw(plots[at]);
    setTimeout(drawFrom, 0, plots, at + 1);
  };
  const drawAll = (root) => drawFrom([...root.querySelectorAll(".plot")], 0);
  dark.addEventListener("change", () => drawAll(document));

  // --- tables ---------------------------------------------------------------------------------------------

  const valueOf = (row, at) => {
    const cell = row.cells[at];
    const stored = cell.dataset.sort ?? cell.textContent.replace(/[\u202f ,%]/g, "");
    const figure = Number(stored.replace("−", "-").replace("–", "NaN"));
    return Number.isNaN(figure) ? stored : figure;
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));

  const sortBy = (table, heading) => {
    const at = heading.cellIndex;
    const down = heading.getAttribute("aria-sort") !== "descending" && heading.classList.contains("figure")
      || heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const rows = [...body.rows].sort((a, b) => compare(valueOf(a, at), valueOf(b, at)) * (down ? -1 : 1));
    body.append(...rows);
    table.dispatchEvent(new Event("sorted"));
  };

  const makeSortable = (table) => {
    if (table.tBodies[0].rows.length < 2) return;
    for (const heading of table.tHead.rows[0].cells) {
      if (!heading.textContent) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => sortBy(table, heading));
    }
  };

  // Long tables: a filter, and only the first rows until more are asked for.
  const LONG = 12, MANY = 30;
  const element = (kind, properties) => Object.assign(document.createElement(kind), properties);

  const makeSearchable = (table) => {
    const body = table.tBodies[0];
    const total = body.rows.length;
    if (total <= LONG) return;
    const input = element("input", { type: "search" });
    const told = element("span", {});
    const label = element("label", { className: "filter" });
    told.setAttribute("role", "status");
    label.append("Filter", input, told);
    const frame = table.closest(".scroll") ?? table;
    frame.before(label);
    let whole = total <= MANY;
    const more = element("button", { type: "button", className: "more", textContent: `Show all ${total}` });
    if (!whole) frame.after(more);

    const show = () => {
      const wanted = input.value.toLowerCase();
      const matching = [...body.rows].filter((row) => row.textContent.toLowerCase().includes(wanted));
      const shown = new Set(whole || wanted ? matching : matching.slice(0, MANY));
      for (const row of body.rows) row.hidden = !shown.has(row);
      told.textContent = wanted ? `${matching.length} of ${total}` : "";
      more.hidden = whole || Boolean(wanted);
    };
    more.addEventListener("click", () => { whole = true; show(); });
    window.addEventListener("beforeprint", () => { whole = true; show(); });
    input.addEventListener("input", show);
    table.addEventListener("sorted", show);
    show();
  };

  const makeTablesWork = (root) => {
    root.querySelectorAll("table[data-sortable]").forEach(makeSortable);
    root.querySelectorAll("table").forEach(makeSearchable);
  };

  // The live app puts a newer page in the place of an older one and asks for the same again.
  window.equipoise = { enhance: (root) => { makeTablesWork(root); drawAll(root); } };
  makeTablesWork(document);
  window.addEventListener("load", () => setTimeout(drawAll, 0, document));
})();
