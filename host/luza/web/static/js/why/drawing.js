// The facts of a stroke in their order on a small drawing of the table: where each was felt, never a ball's path,
// which no sensor knows.

import { draw } from "../dom.js";
import { ball, bed, holes, place, POCKETS, VIEW_BOX } from "../panel/felt.js";

const LENGTH = 355;
const WIDTH = 178;
const APART = 21; // between marks of one place
const MARK = 10;

/** The middle of each cushion or half of one, as a segment from the house along the table. */
const CUSHIONS = {
  front: [[0, 16], [0, WIDTH - 16]],
  rear: [[LENGTH, 16], [LENGTH, WIDTH - 16]],
  left: [[16, 0], [LENGTH - 16, 0]],
  right: [[16, WIDTH], [LENGTH - 16, WIDTH]],
  "left-front": [[16, 0], [LENGTH / 2 - 16, 0]],
  "left-rear": [[LENGTH / 2 + 16, 0], [LENGTH - 16, 0]],
  "right-front": [[16, WIDTH], [LENGTH / 2 - 16, WIDTH]],
  "right-rear": [[LENGTH / 2 + 16, WIDTH], [LENGTH - 16, WIDTH]],
};
const INWARD = { front: [1, 0], rear: [-1, 0], left: [0, 1], right: [0, -1] };

/** `facts` with the number that each has in the list beside the drawing. */
export function drawFacts(facts, turned, label) {
  const marks = facts.map((fact, i) => ({ fact, n: i + 1 })).filter(({ fact }) => spotOf(fact));
  const crossed = facts.some(({ kind }) => kind === "centre_line");
  const touched = [...new Set(facts.filter(({ kind }) => kind === "cushion").map(({ where }) => where))];
  return draw(
    "svg",
    { class: "facts", viewBox: VIEW_BOX, role: "img", "aria-label": label },
    ...bed(turned),
    ...(crossed ? [line([[LENGTH / 2, 0], [LENGTH / 2, WIDTH]], "crossed", turned)] : []),
    ...touched.filter((where) => CUSHIONS[where]).map((where) => line(CUSHIONS[where], "touched", turned)),
    ...holes(turned),
    ...placed(marks).flatMap(({ fact, n, at }) => markOf(fact, n, place(at, turned))),
  );
}

function spotOf({ kind, where }) {
  if (kind === "cushion") return CUSHIONS[where] ? middle(CUSHIONS[where]) : null;
  if (kind === "pocket") return POCKETS[where] ?? null;
  return kind === "centre_line" ? [LENGTH / 2, WIDTH / 2] : null;
}

function middle([[x1, y1], [x2, y2]]) {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

/** Marks of one place stand beside each other, a little into the cloth. */
function placed(marks) {
  const count = {};
  return marks.map((mark) => {
    const { kind, where } = mark.fact;
    const key = `${kind}/${where}`;
    const nth = (count[key] = (count[key] ?? 0) + 1) - 1;
    const [x, y] = spotOf(mark.fact);
    return { ...mark, at: beside(kind, where, [x, y], nth) };
  });
}

function beside(kind, where, [x, y], nth) {
  const shift = (nth % 2 ? -1 : 1) * Math.ceil(nth / 2) * APART;
  if (kind === "cushion") {
    const [dx, dy] = INWARD[where.split("-")[0]];
    return [x + dx * 16 + (dx ? 0 : shift), y + dy * 16 + (dy ? 0 : shift)];
  }
  if (kind === "pocket") {
    const along = x < 1 ? 1 : x > LENGTH - 1 ? -1 : 0;
    const across = y < WIDTH / 2 ? 1 : -1;
    return [x + along * (17 + nth * APART), y + across * (along ? 17 : 22 + nth * APART)];
  }
  return [x, y + shift];
}

function line([from, to], kind, turned) {
  const [[x1, y1], [x2, y2]] = [place(from, turned), place(to, turned)];
  return draw("line", { class: kind, x1, y1, x2, y2 });
}

function markOf(fact, n, [x, y]) {
  const text = draw("text", { class: "order", x, y: y + 4.6, "data-kind": fact.kind }, String(n));
  if (fact.kind === "pocket") return [ball(fact.ball === "cue" ? "cue" : "object", [x, y], MARK + 1), text];
  return [draw("circle", { class: "mark", cx: x, cy: y, r: MARK }), text];
}
