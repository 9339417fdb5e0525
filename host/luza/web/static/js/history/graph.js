// The score as it went: one line a player, a step where it changed, a rule where a frame ended.

import { draw } from "../dom.js";
import { number } from "../view.js";

const STEP = 14; // a stroke
const HEIGHT = 180;
const LEFT = 34;
const TOP = 16;
const BOTTOM = 24;

/** `graph` of a HistoryView; `label` says it to who cannot see it. */
export function drawGraph(graph, players, { label, frameLabel }) {
  const width = LEFT + Math.max(12, graph.length) * STEP + 40;
  const all = graph.flatMap(({ score }) => score);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (i) => LEFT + i * STEP;
  const y = (score) => TOP + ((high - score) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  return draw(
    "svg",
    { class: "graph", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label, width, height: HEIGHT },
    ...levels(low, high, y, width),
    ...frames(graph, x, frameLabel),
    ...players.map((_, player) => line(graph, player, x, y)),
    ...players.map((_, player) => end(graph, player, x, y)),
  );
}

function levels(low, high, y, width) {
  const step = Math.max(1, Math.ceil((high - low) / 6));
  const found = [];
  for (let level = Math.ceil(low / step) * step; level <= high; level += step) {
    found.push(draw("line", { class: level === 0 ? "zero" : "level", x1: LEFT - 6, x2: width - 4, y1: y(level), y2: y(level) }));
    found.push(draw("text", { class: "label", x: LEFT - 10, y: y(level) + 4, "text-anchor": "end" }, number(level)));
  }
  return found;
}

function frames(graph, x, frameLabel) {
  return graph.flatMap(({ frame }, i) => {
    if (i > 0 && graph[i - 1].frame === frame) return [];
    return [
      draw("line", { class: "frame", x1: x(i), x2: x(i), y1: TOP - 8, y2: HEIGHT - BOTTOM }),
      draw("text", { class: "label", x: x(i) + 3, y: HEIGHT - 7 }, frameLabel(frame)),
    ];
  });
}

function line(graph, player, x, y) {
  const path = graph.map(({ score, frame }, i) => {
    const starts = i === 0 || graph[i - 1].frame !== frame;
    return starts ? `M${x(i)} ${y(score[player])}` : `H${x(i)}V${y(score[player])}`;
  });
  return draw("path", { class: "score-line", "data-player": player, d: path.join("") });
}

function end(graph, player, x, y) {
  const last = graph.at(-1);
  if (!last) return draw("g");
  return draw("circle", { class: "score-end", "data-player": player, cx: x(graph.length - 1), cy: y(last.score[player]), r: 4 });
}
