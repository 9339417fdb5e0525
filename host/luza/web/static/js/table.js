// A small drawing of the table from above: front (the house) below, the pyramid's end above, left and right
// as seen from the house. Units are centimetres of a twelve-foot table, the bed 178 by 355.

import { draw, rebuild } from "./dom.js";

const WIDTH = 178;
const LENGTH = 355;
const BALL = 11;
const POCKETS = {
  "rear-left": [0, 0],
  "rear-right": [WIDTH, 0],
  "middle-left": [-5, LENGTH / 2],
  "middle-right": [WIDTH + 5, LENGTH / 2],
  "front-left": [0, LENGTH],
  "front-right": [WIDTH, LENGTH],
};
const HOUSE_LINE = LENGTH * 0.78;
const REAR_SPOT = LENGTH / 4;

/** Draws `cloth` (of view.js) into the `svg` element. */
export function drawTable(svg, cloth) {
  rebuild(svg, cloth, () => [...bed(), ...places(cloth), ...pockets(cloth)]);
}

/** Draws a full set, racked, for a table that nobody plays at. */
export function drawRack(svg) {
  rebuild(svg, "rack", () => [...pyramid(100, 150), ball("cue", 100, 182, BALL)]);
}

function bed() {
  return [
    draw("rect", { class: "rail", x: -22, y: -22, width: WIDTH + 44, height: LENGTH + 44, rx: 16 }),
    draw("rect", { class: "bed", x: 0, y: 0, width: WIDTH, height: LENGTH }),
    draw("line", { class: "line", x1: 0, y1: HOUSE_LINE, x2: WIDTH, y2: HOUSE_LINE }),
    draw("circle", { class: "spot", cx: WIDTH / 2, cy: REAR_SPOT, r: 3 }),
    draw("circle", { class: "spot", cx: WIDTH / 2, cy: LENGTH / 2, r: 3 }),
  ];
}

/** Where balls stand before this stroke, as far as the rules say. */
function places({ rack, lag, cueBall, open }) {
  if (lag) return [ball("object", WIDTH * 0.28, LENGTH * 0.88), ball("object", WIDTH * 0.72, LENGTH * 0.88)];
  if (open) return [];
  const inHand = {
    house: () => [
      draw("rect", { class: "hand", x: 0, y: HOUSE_LINE, width: WIDTH, height: LENGTH - HOUSE_LINE }),
      ball("cue", WIDTH / 2, LENGTH * 0.89),
    ],
    anywhere: () => [
      draw("rect", { class: "hand", x: 0, y: 0, width: WIDTH, height: LENGTH }),
      ball("cue", WIDTH / 2, LENGTH * 0.89),
    ],
  };
  return [...(rack ? pyramid(WIDTH / 2, REAR_SPOT) : []), ...(inHand[cueBall]?.() ?? [])];
}

/** Fifteen balls, the apex on the rear spot. */
function pyramid(x, y) {
  const balls = [];
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i <= row; i++) {
      balls.push(ball("object", x + (i - row / 2) * BALL * 2, y - row * BALL * 1.75));
    }
  }
  return balls;
}

function pockets({ pockets: fallen, live }) {
  return Object.entries(POCKETS).flatMap(([name, [x, y]]) => {
    const here = fallen.filter(({ pocket }) => pocket === name);
    const hole = draw("circle", { class: "pocket", cx: x, cy: y, r: 15, "data-pocket": name, "data-balls": here.length });
    if (!here.length) return [hole];
    const kind = here.at(-1).ball === "cue" ? "cue" : "object";
    const mark = live ? draw("circle", { class: "halo", cx: x, cy: y, r: 24 }) : null;
    const count = here.length > 1 ? draw("text", { class: "count", x, y: y + 8 }, String(here.length)) : null;
    return [hole, mark, ball(kind, x, y, live ? 17 : 12), count].filter(Boolean);
  });
}

function ball(kind, cx, cy, r = BALL) {
  return draw("circle", { class: "ball", fill: `url(#${kind}-ball)`, cx, cy, r });
}
