// SVG by hand.

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
