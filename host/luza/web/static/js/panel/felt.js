// The table as the marker taps it: lying on its side, the house to the left, six large pockets as buttons.
// Turned round, for a marker who sits on the other side, every place changes and no name does.

import { draw, make, rebuild, setAttribute } from "../dom.js";
import { renew } from "./bits.js";

const LENGTH = 355; // centimetres of a twelve-foot table
const WIDTH = 178;
const MARGIN = 30; // the rail, and room for a pocket's ring
const BALL = 8;
const HOUSE_LINE = 88.75;
const REAR_SPOT = 266.25;

/** Each pocket by where it is: `x` from the house along the table, `y` from the left long cushion. */
export const POCKETS = {
  "front-left": [0, 0],
  "middle-left": [LENGTH / 2, -4],
  "rear-left": [LENGTH, 0],
  "front-right": [0, WIDTH],
  "middle-right": [LENGTH / 2, WIDTH + 4],
  "rear-right": [LENGTH, WIDTH],
};

/** A place of the product, in metres from the left and the front cushion, on this drawing. */
export function ofMetres([x, y]) {
  return [y * 100, x * 100];
}

export function place([x, y], turned) {
  return turned ? [LENGTH - x, WIDTH - y] : [x, y];
}

export const VIEW_BOX = `${-MARGIN} ${-MARGIN} ${LENGTH + 2 * MARGIN} ${WIDTH + 2 * MARGIN}`;

/** Where a point of the drawing is within its box, in per cent. */
function share([x, y]) {
  return [((x + MARGIN) / (LENGTH + 2 * MARGIN)) * 100, ((y + MARGIN) / (WIDTH + 2 * MARGIN)) * 100];
}

/** Rail, cloth, house line and spots. */
export function bed(turned = false) {
  const house = place([HOUSE_LINE, 0], turned)[0];
  const spots = [[HOUSE_LINE, WIDTH / 2], [LENGTH / 2, WIDTH / 2], [REAR_SPOT, WIDTH / 2]];
  return [
    draw("rect", { class: "rail", x: -20, y: -20, width: LENGTH + 40, height: WIDTH + 40, rx: 14 }),
    draw("rect", { class: "bed", x: 0, y: 0, width: LENGTH, height: WIDTH }),
    draw("line", { class: "line", x1: house, y1: 0, x2: house, y2: WIDTH }),
    ...spots.map((spot) => {
      const [cx, cy] = place(spot, turned);
      return draw("circle", { class: "spot", cx, cy, r: 2.4 });
    }),
  ];
}

/** The six holes. */
export function holes(turned = false) {
  return Object.values(POCKETS).map((spot) => {
    const [cx, cy] = place(spot, turned);
    return draw("circle", { class: "pocket", cx, cy, r: 12 });
  });
}

export function ball(kind, [cx, cy], r = BALL) {
  return draw("circle", { class: "ball", fill: `url(#${kind}-ball)`, cx, cy, r });
}

/** Draws what is known of the balls: the rack, the cue ball in hand, balls to be spotted. */
export function drawFelt(svg, cloth, turned) {
  rebuild(svg, [cloth, turned], () => [...bed(turned), ...zones(cloth, turned), ...holes(turned), ...balls(cloth, turned)]);
}

function zones({ hand }, turned) {
  if (!hand) return [];
  const length = hand === "house" ? HOUSE_LINE : LENGTH;
  const [x] = place([turned ? length : 0, 0], turned);
  return [draw("rect", { class: "hand", x, y: 0, width: length, height: WIDTH })];
}

function balls({ rack, lag, hand, spots }, turned) {
  const at = (spot) => place(spot, turned);
  if (lag) return [ball("object", at([46, WIDTH * 0.28])), ball("object", at([46, WIDTH * 0.72]))];
  const racked = rack ? pyramid().map((spot) => ball("object", at(spot))) : [];
  const spotted = (spots ?? []).map((spot) => [
    draw("circle", { class: "ghost", cx: at(ofMetres(spot))[0], cy: at(ofMetres(spot))[1], r: BALL + 2 }),
    ball("object", at(ofMetres(spot))),
  ]);
  return [...racked, ...spotted.flat(), ...(hand ? [ball("cue", at([46, WIDTH / 2]))] : [])];
}

/** Fifteen balls, the apex on the rear spot. */
function pyramid() {
  const found = [];
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i <= row; i++) {
      found.push([REAR_SPOT + row * BALL * 1.75, WIDTH / 2 + (i - row / 2) * BALL * 2]);
    }
  }
  return found;
}

/**
 * Six buttons over the drawing. `label(name)` names a pocket, `state(name)` is what stands in it:
 * {count, kind, chosen, disabled}; a tap goes to `tapped(name)`.
 */
export function pocketButtons(box, { turned, label, state, tapped }) {
  const names = Object.keys(POCKETS);
  renew(box, [turned, names.map((name) => [label(name), state(name)])], () =>
    names.map((name) => {
      const { count = 0, kind = "object", text = "", chosen = false, reason = null } = state(name);
      const [left, top] = share(place(POCKETS[name], turned));
      const button = make(
        "button",
        {
          type: "button",
          class: "hole",
          "data-key": `pocket-${name}`,
          "data-pocket": name,
          "data-balls": count,
          "aria-label": count ? `${label(name)}: ${count}` : label(name),
          "aria-pressed": chosen ? "true" : null,
          "aria-disabled": reason ? "true" : null,
        },
        ...(count ? [make("i", { class: "ball", "data-kind": kind }, text || (count > 1 ? String(count) : ""))] : []),
      );
      button.style.left = `${left}%`;
      button.style.top = `${top}%`;
      button.addEventListener("click", () => tapped(name));
      return button;
    }),
  );
  setAttribute(box, "data-turned", turned);
}
