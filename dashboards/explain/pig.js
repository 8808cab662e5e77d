// Draws the two lines and the tree, and answers the controls. All sums are of whole numbers, so ties are exact.
"use strict";
(() => {
  const LOST = 0, SCORE_LOST = -1;
  const ROLLS = JSON.parse(document.getElementById("rolls").textContent);
  const MARKS = { roll: "↻", hold: "■", equal: "=" };
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const byId = (id) => document.getElementById(id);
  const total = byId("total"), score = byId("score");
  // lit: leaves shown so far; when all are, one more lights the result.
  const state = { node: "mean", dice: "1", lit: 0, timer: 0 };

  // --- words ----------------------------------------------------------------------------------------------

  const signed = (text) => text.replace("-", "−");
  const decimal = (value) => signed(Number.isInteger(value) ? `${value}` : value.toFixed(2));
  const points = (value) => `${decimal(value)} ${Math.abs(value) === 1 ? "point" : "points"}`;
  const worth = (value) => (Number.isInteger(value) ? "" : "≈ ") + points(value);

  // --- what is worth what ---------------------------------------------------------------------------------

  // Leaves after one more roll: {outcome, ways, value}, value in points.
  const leavesAt = (at) => ROLLS[state.dice].map(([outcome, ways]) => ({
    outcome, ways, value: outcome === LOST ? 0 : outcome === SCORE_LOST ? (state.dice === "2" ? -score.value : 0) : at + outcome,
  }));
  const out = () => ROLLS[state.dice].reduce((sum, [, ways]) => sum + ways, 0);
  const sumOf = (leaves) => leaves.reduce((sum, leaf) => sum + leaf.ways * leaf.value, 0);
  const least = (leaves) => Math.min(...leaves.map((leaf) => leaf.value));

  const judged = (at) => {
    const leaves = leavesAt(at), mean = state.node === "mean", ways = out();
    const scaled = mean ? sumOf(leaves) : least(leaves) * ways; // the roll's worth times `ways`, a whole number
    const verdict = scaled > at * ways ? "roll" : scaled < at * ways ? "hold" : "equal";
    return { at, leaves, mean, ways, scaled, verdict, roll: scaled / ways, gain: scaled / ways - at };
  };
  // Where the mean crosses the diagonal: start and slope of the roll's line as whole numbers out of `ways`.
  const crossing = () => {
    const start = sumOf(leavesAt(0)), slope = sumOf(leavesAt(1)) - start;
    return { start, rest: out() - slope, slope, at: start / (out() - slope) };
  };

  const reason = ({ at, roll, gain, verdict, mean }) => {
    const by = verdict === "equal" ? "it makes no difference in points" :
      `${verdict === "roll" ? "rolling" : "holding"} gains ${worth(Math.abs(gain))}`;
    const notes = [];
    if (at === 0 && verdict !== "roll") notes.push("The first roll of a turn is a must, so even the pessimist makes it.");
    else if (!mean && verdict === "hold") notes.push("The pessimist expects the worst of every roll, and never rolls unless it must.");
    if (at > 0 && at < (state.dice === "1" ? 2 : 4)) notes.push("No roll makes a total so small.");
    if (state.dice === "2" && at > 0 && Number(score.value) + at >= 100) notes.push("But to hold now is to win the game: points do not see that.");
    const told = mean ? `worth ${worth(roll)} on average` : `taken for ${points(roll)} at worst`;
    return [`At ${points(at)}, one more roll is ${told}, holding ${points(at)}: ${by}.`, ...notes].join(" ");
  };

  const formula = () => {
    const start = sumOf(leavesAt(0)), { slope, rest, at } = crossing(), ways = out();
    if (state.node === "minimum") return `hold = T, roll = ${decimal(least(leavesAt(0)))} at worst, whatever T`;
    const where = Number.isInteger(at) ? `= ${decimal(at)}` : `= ${start}/${rest} ≈ ${decimal(at)}`;
    return `hold = T, roll = (${slope}T + ${start}) ÷ ${ways}; equal at T ${where} points`;
  };

  // --- drawing --------------------------------------------------------------------------------------------

  const svg = (kind, attributes = {}, ...inside) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };
  const line = (kind, x1, y1, x2, y2) => svg("line", { class: kind, x1, y1, x2, y2 });
  const text = (kind, x, y, words, anchor = "start") => svg("text", { class: kind, x, y, "text-anchor": anchor }, words);
  const path = (kind, d) => svg("path", { class: kind, d });
  const canvas = (frame, width, height, ...inside) =>
    frame.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, ...inside));

  const MOST = Number(total.max);
  const every = () => Array.from({ length: MOST + 1 }, (_, at) => judged(at));

  // Steps of a scale in 10s, or 20s, or 50s where those would be too many.
  const ticks = (low, high) => {
    const step = [2, 5, 10, 20, 50].find((one) => (high - low) / one <= 7) ?? 50;
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, k) => (first + k) * step);
  };

  let place = null; // from a place on the chart to a turn total
  const drawLines = (now) => {
    const frame = byId("lines"), width = Math.max(frame.clientWidth, 280), all = every();
    const left = 46, right = width - 46, top = 30, foot = width < 420 ? 270 : 320, strip = foot + 62, height = strip + 118;
    const low = Math.min(0, ...all.map((one) => one.roll)), high = 44;
    const x = (value) => left + (value / MOST) * (right - left);
    const y = (value) => foot - ((value - low) / (high - low)) * (foot - top);
    place = (pixels) => Math.round(((pixels - left) / (right - left)) * MOST);
    const parts = [];

    // 1. Where which choice is better.
    const { at } = crossing(), cross = now.mean ? at : 0;
    if (cross > 0) {
      parts.push(svg("rect", { class: "zone roll", x: x(0), y: top, width: x(cross) - x(0), height: foot - top }));
      parts.push(text("zone-name roll", x(cross) - 8, top + 18, "roll ↻", "end"));
    }
    parts.push(svg("rect", { class: "zone hold", x: x(cross), y: top, width: x(MOST) - x(cross), height: foot - top }));
    parts.push(text("zone-name hold", x(cross) + 8, top + 18, "■ hold"));

    // 2. Scales.
    for (const value of ticks(low, high)) {
      parts.push(line(value ? "grid" : "axis", left, y(value), right, y(value)), text("tick", left - 8, y(value) + 4, decimal(value), "end"));
    }
    for (let value = 0; value <= MOST; value += 10) parts.push(text("tick", x(value), foot + 18, `${value}`, "middle"));
    parts.push(text("title", 0, 14, "the turn is worth, points"), text("title", right, foot + 36, "turn total T, points", "end"));

    // 3. The two lines, and where they meet.
    const ends = [["hold", y(MOST)], ["roll", y(all[MOST].roll)]].sort((a, b) => a[1] - b[1]);
    if (ends[1][1] - ends[0][1] < 16) ends[1][1] = ends[0][1] + 16;
    parts.push(line("ray hold", x(0), y(0), x(MOST), y(MOST)), line("ray roll", x(0), y(all[0].roll), x(MOST), y(all[MOST].roll)));
    for (const [name, where] of ends) parts.push(text(`ray-name ${name}`, right + 7, where + 5, name));
    if (now.mean) {
      parts.push(line("drop", x(at), y(at), x(at), foot), svg("circle", { class: "meet", cx: x(at), cy: y(at), r: 5 }));
    }

    // 4. Now: a circle for the roll, a square for the hold.
    // The lines rise to the right, so above left and below right of them is room for words.
    const here = x(now.at), rollAbove = now.roll >= now.at;
    const above = Math.min(y(now.roll), y(now.at)), below = Math.max(y(now.roll), y(now.at));
    const early = here < left + 84, rise = ((y(0) - y(MOST)) / (right - left)) * 70, late = Math.min(here + 12, width - 62);
    const upper = early ? [here + 6, above - rise - 4, "start"] : [here - 12, above - 8, "end"];
    const lower = below > foot - 24 ? [late, below - 10, "start"] : [late, below + 19, "start"];
    const value = (kind, words, [across, along, anchor]) => text(`value ${kind}`, across, along, words, anchor);
    parts.push(line("now", here, top, here, foot));
    parts.push(svg("rect", { class: "mark hold", x: here - 6, y: y(now.at) - 6, width: 12, height: 12 }));
    parts.push(svg("circle", { class: "mark roll", cx: here, cy: y(now.roll), r: 6.5 }));
    parts.push(value("roll", `roll ${decimal(now.roll)}`, rollAbove ? upper : lower));
    parts.push(value("hold", `hold ${now.at}`, rollAbove ? lower : upper));

    // 5. The difference, magnified: a bar for each total, up where rolling gains, down where it costs.
    const gains = all.map((one) => one.gain), [lowest, highest] = [Math.min(0, ...gains), Math.max(0, ...gains)];
    const z = (value) => strip + 20 + ((highest - value) / (highest - lowest)) * 84;
    const bar = (right - left) / (MOST + 1);
    parts.push(text("title", 0, strip - 4, "what one more roll gains, points"), line("axis", left - 4, z(0), right + 4, z(0)));
    for (const { at: one, gain, verdict } of all) {
      const box = { x: x(one) - bar * 0.36, width: bar * 0.72, y: Math.min(z(0), z(gain)), height: Math.max(Math.abs(z(gain) - z(0)), 0.01), rx: 1 };
      parts.push(svg("rect", { class: `gain ${verdict}${one === now.at ? " here" : ""}`, ...box }));
    }
    for (const value of [highest, 0, lowest]) parts.push(text("tick", left - 8, z(value) + 4, value > 0 ? `+${decimal(value)}` : decimal(value), "end"));
    const sign = now.gain > 0 ? "+" : "";
    parts.push(text(`value ${now.verdict}`, here, now.gain >= 0 ? z(0) + 18 : z(0) - 7, `${sign}${decimal(now.gain)}`, "middle"));

    canvas(frame, width, height, ...parts);
    frame.setAttribute("aria-label", `Two lines over the turn total. ${formula()}. ${reason(now)}`);
  };

  // --- the tree -------------------------------------------------------------------------------------------

  const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, 1], [-1, 1], [1, -1]],
    5: [[-1, -1], [1, 1], [-1, 1], [1, -1], [0, 0]], 6: [[-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0]] };
  const die = (x, y, size, face) => [
    svg("rect", { class: "die", x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.22 }),
    ...(PIPS[face] ?? []).map(([dx, dy]) => svg("circle", { class: "pip", cx: x + dx * size * 0.26, cy: y + dy * size * 0.26, r: size * 0.095 })),
    ...(face === "any" ? [text("any", x, y + 4.5, "?", "middle")] : []),
  ];
  const faces = (outcome, x, y) => {
    if (state.dice === "1") return die(x, y, 26, outcome === LOST ? 1 : outcome);
    if (outcome > 0) return [svg("rect", { class: "die", x: x - 21, y: y - 10, width: 42, height: 20, rx: 5 }), text("any", x, y + 5, `${outcome}`, "middle")];
    return [...die(x - 11, y, 20, 1), ...die(x + 11, y, 20, outcome === SCORE_LOST ? 1 : "any")];
  };
  const nameOf = (outcome) =>
    state.dice === "1" ? (outcome === LOST ? "a 1" : `a ${outcome}`) : outcome === LOST ? "one 1" : outcome === SCORE_LOST ? "1-1" : `a sum of ${outcome}`;

  // The running sum, or the lowest so far, after each leaf.
  const running = ({ leaves, mean }) => {
    let so = mean ? 0 : Infinity;
    return leaves.map((leaf) => (so = mean ? so + leaf.ways * leaf.value : Math.min(so, leaf.value)));
  };

  const drawTree = (now) => {
    const frame = byId("tree"), width = Math.max(frame.clientWidth, 280), narrow = width < 430, tight = width < 330;
    const { leaves, mean, ways } = now, so = running(now), count = leaves.length, done = state.lit > count;
    const rowHeight = state.dice === "1" ? 42 : 31, top = 106, last = top + (count - 1) * rowHeight, foot = last + rowHeight / 2 + 12;
    const me = narrow ? 25 : 32, dice = narrow ? 92 : width * 0.26, face = narrow ? 152 : width * 0.43, value = face + (narrow ? 26 : 34);
    const bars = value + (narrow ? 74 : 104), sums = width - 2, room = Math.max(sums - 46 - bars, 20);
    const centre = (top + last) / 2, y = (row) => top + row * rowHeight;
    const best = done ? now.verdict : "", taken = (choice) => (best === choice || best === "equal" ? " best" : done ? " left" : "");
    const picked = (best === "equal" ? "= equal" : "✓ greater").slice(0, narrow ? 1 : undefined);
    const branch = (x1, y1, x2, y2) => `M${x1},${y1} C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`;
    const parts = [];

    // 1. My choice: hold, or roll.
    const holds = 38;
    parts.push(path(`way hold${taken("hold")}`, branch(me, centre, dice - 6, holds)), path(`way roll${taken("roll")}`, branch(me, centre, dice, centre)));
    parts.push(svg("rect", { class: `leaf hold${taken("hold")}`, x: dice - 6, y: holds - 17, width: width - dice + 4, height: 34, rx: 6 }));
    parts.push(text("held", dice + 10, holds + 5, `hold: ${narrow ? "" : "bank "}${points(now.at)}`));
    if (best === "hold" || best === "equal") parts.push(text("pick hold", width - 14, holds + 5, picked, "end"));

    // 2. The dice, and what may fall.
    const heads = top - rowHeight / 2 - 4;
    parts.push(text("head", value, heads, state.dice === "1" ? "points" : tight ? "× ways" : "points × ways"));
    parts.push(text("head", sums, heads, mean ? (tight ? "sum" : "running sum") : tight ? "lowest" : "lowest so far", "end"));
    const widest = Math.max(...so.map(Math.abs), ...leaves.map((leaf) => Math.abs(leaf.value)), 1);
    const chosen = mean ? -1 : leaves.findIndex((leaf) => leaf.value === least(leaves));
    leaves.forEach((leaf, row) => {
      const lit = row < state.lit, kind = `row${lit ? " lit" : ""}${row === state.lit - 1 ? " latest" : ""}${done && !mean && row !== chosen ? " passed" : ""}`;
      // A bar for the sum so far and what this leaf adds to it; for the minimum, one for the leaf alone.
      const before = mean ? (row ? so[row - 1] : 0) : leaf.value, here = mean ? so[row] : 0;
      const scaled = (amount) => (Math.max(amount, 0) / widest) * room;
      parts.push(svg("g", { class: kind },
        path("way roll", branch(dice, centre, face - (state.dice === "1" ? 14 : 22), y(row))),
        ...faces(leaf.outcome, face, y(row)),
        text("points", value, y(row) + 5, decimal(leaf.value) + (state.dice === "1" ? "" : ` × ${leaf.ways}`)),
        svg("rect", { class: "sum", x: bars, y: y(row) - 6, width: scaled(before), height: 12 }),
        svg("rect", { class: "sum new", x: bars + scaled(before), y: y(row) - 6, width: Math.max(scaled(here) - scaled(before), 0), height: 12 }),
        text("so", sums, y(row) + 5, lit ? decimal(so[row]) : "", "end"),
      ));
    });

    // 3. What the dice node says.
    const said = mean ? `${decimal(now.scaled)} ÷ ${ways} ${now.scaled % ways ? "≈" : "="} ${points(now.roll)}` : `lowest: ${points(now.roll)}`;
    parts.push(line("axis", dice, foot, width, foot));
    parts.push(text("result roll", narrow ? dice : face - 14, foot + 27, done ? `roll: ${said}` : mean ? `then ÷ ${ways}` : "then the lowest counts"));
    if (best === "roll" || best === "equal") parts.push(text("pick roll", width - 14, foot + 27, picked, "end"));
    parts.push(svg("rect", { class: "choice", x: me - 22, y: centre - 22, width: 44, height: 44, rx: 5 }), text("node", me, centre + 5, "max", "middle"));
    parts.push(svg("circle", { class: "chance", cx: dice, cy: centre, r: 25 }), text("node", dice, centre + 5, mean ? "mean" : "min", "middle"));
    parts.push(text("under", me, centre + 40, narrow ? "choice" : "my choice", "middle"), text("under", dice + (narrow ? 0 : 14), centre + 43, narrow ? "dice" : "the dice", narrow ? "middle" : "end"));

    canvas(frame, width, foot + 42, ...parts);
    frame.setAttribute("aria-label", treeInWords(now));
  };

  const treeInWords = ({ at, leaves, mean, ways, scaled, roll }) => {
    const listed = leaves.map((leaf) => `${nameOf(leaf.outcome)}, ${leaf.ways} of ${ways}: ${points(leaf.value)}`).join("; ");
    const end = mean ? `the sum is ${decimal(scaled)}, divided by ${ways}: ${points(roll)}` : `the lowest is ${points(roll)}`;
    return `My choice, the greater of: hold for ${points(at)}; roll. The dice: ${listed}; ${end}.`;
  };

  const tell = (now) => {
    const { leaves, mean, ways } = now, count = leaves.length, so = running(now);
    const leaf = leaves[state.lit - 1];
    if (state.lit === 0) return "Press Play or Step to light the leaves one by one.";
    if (leaf) return `Leaf ${state.lit} of ${count}: ${nameOf(leaf.outcome)} makes ${points(leaf.value)}; ${mean ? "running sum" : "lowest so far"} ${decimal(so[state.lit - 1])}.`;
    const shown = leaves.map(({ value, ways: times }) => (times > 1 ? `${times} × ${decimal(value)}` : decimal(value)));
    const all = mean ? `(${shown.join(" + ").replace(/\+ −/g, "− ").replace(/× −(\d+)/g, "× (−$1)")}) ÷ ${ways} = ${decimal(now.scaled)}/${ways}` : `min(${leaves.map((one) => decimal(one.value)).join(", ")})`;
    return `${all} ${mean && now.scaled % ways ? "≈" : "="} ${points(now.roll)}.`;
  };

  // --- the table ------------------------------------------------------------------------------------------

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

  // --- controls -------------------------------------------------------------------------------------------

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
    total.value = place(event.clientX - lines.getBoundingClientRect().left);
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
})();
