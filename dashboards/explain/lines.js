// The two lines over the turn total, and what one more roll gains.

const MOST = Number(total.max);
const every = () => Array.from({ length: MOST + 1 }, (_, at) => judged(at));

// Steps of a scale, so wide that there are few.
const ticks = (low, high) => {
  const step = [2, 5, 10, 20, 50].find((one) => (high - low) / one <= 7) ?? 50;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, k) => (first + k) * step);
};

// Where things stand: x of a turn total, y of points, in pixels; `strip` is where the bars below begin.
const chartOf = (width, all) => {
  const left = 50, right = width - 46, top = 30, foot = width < 420 ? 270 : 320, strip = foot + 62, height = strip + 118;
  const low = Math.min(0, ...all.map((one) => one.roll)), high = 44;
  const x = (value) => left + (value / MOST) * (right - left);
  const y = (value) => foot - ((value - low) / (high - low)) * (foot - top);
  const totalAt = (pixels) => Math.round(((pixels - left) / (right - left)) * MOST);
  return { all, width, height, left, right, top, foot, strip, low, high, x, y, totalAt };
};

// Where which choice is better.
const zones = ({ x, top, foot }, now) => {
  const cross = now.mean ? crossing().at : 0;
  const zone = (kind, from, to) => svg("rect", { class: `zone ${kind}`, x: x(from), y: top, width: x(to) - x(from), height: foot - top });
  const rolls = [zone("roll", 0, cross), text("zone-name roll", x(cross) - 8, top + 18, "roll ↻", "end")];
  return [...(cross > 0 ? rolls : []), zone("hold", cross, MOST), text("zone-name hold", x(cross) + 8, top + 18, "■ hold")];
};

const scales = ({ x, y, left, right, foot, low, high }) => [
  ...ticks(low, high).flatMap((value) => [
    line(value ? "grid" : "axis", left, y(value), right, y(value)), text("tick", left - 8, y(value) + 4, decimal(value), "end"),
  ]),
  ...ticks(0, MOST).map((value) => text("tick", x(value), foot + 18, `${value}`, "middle")),
  text("title", 0, 14, "the turn is worth, points"),
  text("title", right, foot + 36, "turn total T, points", "end"),
];

// The two lines, and where they meet.
const rays = ({ all, x, y, right, foot }, now) => {
  const ends = [["hold", y(MOST)], ["roll", y(all[MOST].roll)]].sort((a, b) => a[1] - b[1]);
  ends[1][1] = Math.max(ends[1][1], ends[0][1] + 16);
  const { at } = crossing();
  const meeting = [line("drop", x(at), y(at), x(at), foot), svg("circle", { class: "meet", cx: x(at), cy: y(at), r: 5 })];
  return [
    line("ray hold", x(0), y(0), x(MOST), y(MOST)),
    line("ray roll", x(0), y(all[0].roll), x(MOST), y(all[MOST].roll)),
    ...ends.map(([name, where]) => text(`ray-name ${name}`, right + 7, where + 5, name)),
    ...(now.mean ? meeting : []),
  ];
};

// Now: a circle for the roll, a square for the hold. The lines rise to the right, so there is room for words above left
// and below right of them.
const marks = ({ x, y, width, left, right, top, foot }, now) => {
  const here = x(now.at), rollAbove = now.roll >= now.at;
  const above = Math.min(y(now.roll), y(now.at)), below = Math.max(y(now.roll), y(now.at));
  const early = here < left + 84, rise = ((y(0) - y(MOST)) / (right - left)) * 70, late = Math.min(here + 12, width - 62);
  const upper = early ? [here + 6, above - rise - 4, "start"] : [here - 12, above - 8, "end"];
  const lower = [late, below > foot - 24 ? below - 10 : below + 19, "start"];
  const value = (kind, words, [across, along, anchor]) => text(`value ${kind}`, across, along, words, anchor);
  return [
    line("now", here, top, here, foot),
    svg("rect", { class: "mark hold", x: here - 6, y: y(now.at) - 6, width: 12, height: 12 }),
    svg("circle", { class: "mark roll", cx: here, cy: y(now.roll), r: 6.5 }),
    value("roll", `roll ${decimal(now.roll)}`, rollAbove ? upper : lower),
    value("hold", `hold ${now.at}`, rollAbove ? lower : upper),
  ];
};

// The difference, magnified: a bar for each total, up where rolling gains, down where it costs.
const gains = ({ all, x, left, right, strip }, now) => {
  const lowest = Math.min(0, ...all.map((one) => one.gain)), highest = Math.max(0, ...all.map((one) => one.gain));
  const z = (value) => strip + 20 + ((highest - value) / (highest - lowest)) * 84;
  const plus = (value) => (value > 0 ? "+" : "") + decimal(value);
  const wide = ((right - left) / (MOST + 1)) * 0.72;
  const bar = ({ at, gain, verdict }) => svg("rect", {
    class: `gain ${verdict}${at === now.at ? " here" : ""}`, rx: 1,
    x: x(at) - wide / 2, width: wide, y: Math.min(z(0), z(gain)), height: Math.max(Math.abs(z(gain) - z(0)), 0.01),
  });
  return [
    text("title", 0, strip - 4, "what one more roll gains, points"),
    line("axis", left - 4, z(0), right + 4, z(0)),
    ...all.map(bar),
    ...[...new Set([highest, 0, lowest])].map((value) => text("tick", left - 8, z(value) + 4, plus(value), "end")),
    text(`value ${now.verdict}`, x(now.at), now.gain >= 0 ? z(0) + 18 : z(0) - 7, plus(now.gain), "middle"),
  ];
};

let chart = null;
const drawLines = (now) => {
  const frame = byId("lines");
  chart = chartOf(Math.max(frame.clientWidth, 280), every());
  const parts = [zones, scales, rays, marks, gains].flatMap((part) => part(chart, now));
  canvas(frame, chart.width, chart.height, ...parts);
  frame.setAttribute("aria-label", `Two lines over the turn total. ${formula()}. ${reason(now)}`);
};
