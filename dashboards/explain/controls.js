// The table, the controls, and the answers to them.

const make = (kind, words, attributes = {}) => {
  const element = Object.assign(document.createElement(kind), { textContent: words });
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const row = (...cells) => { const one = make("tr", ""); one.append(...cells); return one; };
const drawTable = () => {
  const table = make("table", ""), head = make("thead", ""), body = make("tbody", "");
  const titles = ["turn total = hold, points", "roll, points", "roll, exactly", "verdict"];
  head.append(row(...titles.map((title, at) => make("th", title, { scope: "col", class: at < 3 ? "figure" : "" }))));
  for (const { at, roll, scaled, ways, verdict } of every()) {
    body.append(row(make("th", `${at}`, { scope: "row", class: "figure" }), make("td", decimal(roll), { class: "figure" }),
      make("td", signed(`${scaled}/${ways}`), { class: "figure" }), make("td", `${MARKS[verdict]} ${verdict}`)));
  }
  table.append(make("caption", `What each choice is worth. ${formula()}.`), head, body);
  byId("table").replaceChildren(table);
};

// What a reader may do.

const draw = () => {
  const now = judged(Number(total.value));
  for (const slider of [total, score]) {
    slider.setAttribute("aria-valuetext", points(Number(slider.value)));
    slider.style.setProperty("--done", `${(slider.value / slider.max) * 100}%`);
    byId(`${slider.id}-told`).textContent = points(Number(slider.value));
  }
  byId("exhibit").dataset.verdict = now.verdict;
  document.querySelector(".answer .symbol").textContent = MARKS[now.verdict];
  byId("verdict").textContent = now.verdict;
  byId("reason").textContent = reason(now);
  byId("formula").textContent = formula();
  byId("told").textContent = tell(now);
  drawLines(now);
  drawTree(now);
};
const end = () => ROLLS[state.dice].length + 1;
const stop = () => { clearTimeout(state.timer); state.timer = 0; byId("play").textContent = "Play"; };
const changed = () => { stop(); state.lit = end(); byId("told").setAttribute("aria-live", "off"); draw(); drawTable(); };
const advance = () => { state.lit = state.lit >= end() ? 1 : state.lit + 1; draw(); };
const play = () => {
  byId("play").textContent = "Pause";
  byId("told").setAttribute("aria-live", "off");
  advance();
  if (state.lit >= end()) stop();
  else state.timer = setTimeout(play, state.dice === "1" ? 600 : 400);
};

total.addEventListener("input", changed);
score.addEventListener("input", changed);
for (const button of document.querySelectorAll("[data-set]")) {
  button.addEventListener("click", () => {
    state[button.dataset.set] = button.dataset.value;
    for (const one of document.querySelectorAll(`[data-set=${button.dataset.set}]`)) one.setAttribute("aria-pressed", `${one === button}`);
    byId("score-dial").hidden = state.dice === "1";
    changed();
  });
}
byId("play").addEventListener("click", () => {
  if (state.timer) return stop();
  return play();
});
byId("step").addEventListener("click", () => { stop(); byId("told").setAttribute("aria-live", "polite"); advance(); });
// Nothing moves by itself for a reader who asked for calm; the steps stay.
const settle = () => { byId("play").hidden = calm.matches; if (calm.matches && state.timer) changed(); };
calm.addEventListener("change", settle);

// The chart answers a finger or a pointer too.
const lines = byId("lines");
const point = (event) => {
  if (event.type === "pointermove" && !event.buttons) return;
  total.value = chart.totalAt(event.clientX - lines.getBoundingClientRect().left);
  changed();
};
lines.addEventListener("pointerdown", point);
lines.addEventListener("pointermove", point);

let width = 0;
new ResizeObserver(() => {
  if (width === lines.clientWidth) return;
  width = lines.clientWidth;
  draw();
}).observe(lines);
settle();
changed();

// The tree plays once, when it first comes into view.
const first = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  first.disconnect();
  if (!calm.matches && !state.timer) { state.lit = 0; play(); }
}, { threshold: 0.6 });
first.observe(byId("tree"));
