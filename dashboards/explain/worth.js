// What each choice is worth, and the words for it. All sums are of whole numbers, so ties are exact.

const LOST = 0, SCORE_LOST = -1;
const ROLLS = JSON.parse(document.getElementById("rolls").textContent);
const MARKS = { roll: "↻", hold: "■", equal: "=" };
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const byId = (id) => document.getElementById(id);
const total = byId("total"), score = byId("score");
// lit: leaves shown so far; when all are, one more lights the result.
const state = { node: "mean", dice: "1", lit: 0, timer: 0 };

const signed = (text) => text.replace("-", "−");
const decimal = (value) => signed(Number.isInteger(value) ? `${value}` : value.toFixed(2));
const points = (value) => `${decimal(value)} ${Math.abs(value) === 1 ? "point" : "points"}`;
const worth = (value) => (Number.isInteger(value) ? "" : "≈ ") + points(value);

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
