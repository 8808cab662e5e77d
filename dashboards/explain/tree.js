// The tree: my choice, the dice, and the leaves that light up one by one.

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

// Where things stand, in pixels: columns from left to right, and what is lit.
const treeOf = (width, now) => {
  const narrow = width < 430, tight = width < 330, one = state.dice === "1", count = now.leaves.length;
  const rowHeight = one ? 42 : 31, top = 106, last = top + (count - 1) * rowHeight;
  const face = narrow ? 152 : width * 0.43, value = face + (narrow ? 26 : 34), bars = value + (narrow ? 74 : 104), sums = width - 2;
  const done = state.lit > count;
  return {
    width, narrow, tight, one, done, face, value, bars, sums,
    me: narrow ? 25 : 32, dice: narrow ? 92 : width * 0.26, holds: 38,
    y: (row) => top + row * rowHeight, centre: (top + last) / 2, heads: top - rowHeight / 2 - 4, foot: last + rowHeight / 2 + 12,
    best: (choice) => done && (now.verdict === choice || now.verdict === "equal"),
  };
};

const curve = (x1, y1, x2, y2) => `M${x1},${y1} C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`;

// The mark of the greater branch, or of both; a symbol alone where there is no room.
const pick = ({ best, narrow, width }, choice, y, { verdict }) => {
  const words = verdict === "equal" ? "= equal" : "✓ greater";
  return best(choice) ? [text(`pick ${choice}`, width - 14, y, narrow ? words[0] : words, "end")] : [];
};

// My choice: hold, or roll.
const choices = (tree, now) => {
  const { me, dice, centre, holds, width, narrow, done, best } = tree;
  const taken = (choice) => (best(choice) ? " best" : done ? " left" : "");
  return [
    path(`way hold${taken("hold")}`, curve(me, centre, dice - 6, holds)),
    path(`way roll${taken("roll")}`, curve(me, centre, dice, centre)),
    svg("rect", { class: `leaf hold${taken("hold")}`, x: dice - 6, y: holds - 17, width: width - dice + 4, height: 34, rx: 6 }),
    text("held", dice + 10, holds + 5, `hold: ${narrow ? "" : "bank "}${points(now.at)}`),
    ...pick(tree, "hold", holds + 5, now),
  ];
};

const headings = ({ value, sums, heads, one, tight }, { mean }) => [
  text("head", value, heads, one ? "points" : tight ? "× ways" : "points × ways"),
  text("head", sums, heads, mean ? (tight ? "sum" : "running sum") : tight ? "lowest" : "lowest so far", "end"),
];

// What may fall: each leaf with a bar for the sum before it and what it adds; for the minimum, one for the leaf alone.
const leafRows = ({ dice, centre, face, value, bars, sums, one, done, y }, now) => {
  const { leaves, mean } = now, so = running(now), chosen = leaves.findIndex((leaf) => leaf.value === least(leaves));
  const widest = Math.max(...so.map(Math.abs), ...leaves.map((leaf) => Math.abs(leaf.value)), 1);
  const scaled = (amount) => (Math.max(amount, 0) / widest) * Math.max(sums - 46 - bars, 20);
  const kind = (row) => ["row", row < state.lit && "lit", row === state.lit - 1 && "latest", done && !mean && row !== chosen && "passed"];
  return leaves.map((leaf, row) => {
    const before = scaled(mean ? (row ? so[row - 1] : 0) : leaf.value), after = mean ? scaled(so[row]) : before;
    const bar = { y: y(row) - 6, height: 12 };
    return svg("g", { class: kind(row).filter(Boolean).join(" ") },
      path("way roll", curve(dice, centre, face - (one ? 14 : 22), y(row))),
      ...faces(leaf.outcome, face, y(row)),
      text("points", value, y(row) + 5, decimal(leaf.value) + (one ? "" : ` × ${leaf.ways}`)),
      svg("rect", { class: "sum", x: bars, width: before, ...bar }),
      svg("rect", { class: "sum new", x: bars + before, width: Math.max(after - before, 0), ...bar }),
      text("so", sums, y(row) + 5, row < state.lit ? decimal(so[row]) : "", "end"));
  });
};

// What the dice node says in the end.
const outcome = (tree, now) => {
  const { dice, face, foot, width, narrow, done } = tree, { mean, scaled, ways, roll } = now;
  const said = mean ? `${decimal(scaled)} ÷ ${ways} ${scaled % ways ? "≈" : "="} ${points(roll)}` : `lowest: ${points(roll)}`;
  const words = done ? `roll: ${said}` : mean ? `then ÷ ${ways}` : "then the lowest counts";
  return [
    line("axis", dice, foot, width, foot),
    text("result roll", narrow ? dice : face - 14, foot + 27, words),
    ...pick(tree, "roll", foot + 27, now),
  ];
};

const nodes = ({ me, dice, centre, narrow }, { mean }) => [
  svg("rect", { class: "choice", x: me - 22, y: centre - 22, width: 44, height: 44, rx: 5 }),
  text("node", me, centre + 5, "max", "middle"),
  svg("circle", { class: "chance", cx: dice, cy: centre, r: 25 }),
  text("node", dice, centre + 5, mean ? "mean" : "min", "middle"),
  text("under", me, centre + 40, narrow ? "choice" : "my choice", "middle"),
  narrow ? text("under", dice, centre + 43, "dice", "middle") : text("under", dice + 14, centre + 43, "the dice", "end"),
];

const drawTree = (now) => {
  const frame = byId("tree"), tree = treeOf(Math.max(frame.clientWidth, 280), now);
  const parts = [choices, headings, leafRows, outcome, nodes].flatMap((part) => part(tree, now));
  canvas(frame, tree.width, tree.foot + 42, ...parts);
  frame.setAttribute("aria-label", treeInWords(now));
};

const treeInWords = ({ at, leaves, mean, ways, scaled, roll }) => {
  const listed = leaves.map((leaf) => `${nameOf(leaf.outcome)}, ${leaf.ways} of ${ways}: ${points(leaf.value)}`).join("; ");
  const end = mean ? `the sum is ${decimal(scaled)}, divided by ${ways}: ${points(roll)}` : `the lowest is ${points(roll)}`;
  return `My choice, the greater of: hold for ${points(at)}; roll. The dice: ${listed}; ${end}.`;
};

// The last leaf lit, or the whole sum.
const tell = (now) => {
  const { leaves, mean } = now, leaf = leaves[state.lit - 1];
  if (state.lit === 0) return "Press Play or Step to light the leaves one by one.";
  if (!leaf) return `${mean ? meanInFull(now) : `min(${leaves.map((one) => decimal(one.value)).join(", ")}) =`} ${points(now.roll)}.`;
  const so = `${mean ? "running sum" : "lowest so far"} ${decimal(running(now)[state.lit - 1])}`;
  return `Leaf ${state.lit} of ${leaves.length}: ${nameOf(leaf.outcome)} makes ${points(leaf.value)}; ${so}.`;
};
const meanInFull = ({ leaves, ways, scaled }) => {
  const terms = leaves.map(({ value, ways: times }) => (times > 1 ? `${times} × ${decimal(value)}` : decimal(value)));
  return `(${terms.join(" + ").replaceAll("+ −", "− ")}) ÷ ${ways} = ${decimal(scaled)}/${ways} ${scaled % ways ? "≈" : "="}`;
};
