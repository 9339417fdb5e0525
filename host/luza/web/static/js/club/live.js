// The line of a page that shows tables: keeps the hall, and tells which tables have changed, once a frame.

import { connect } from "../connection.js";
import { part, setText, show } from "../dom.js";
import { renewIfUpdated } from "../fresh.js";
import { timeOfDay } from "../view.js";
import { empty, take, takeLines } from "./hall.js";
import { say } from "./texts.js";

const LINES_EVERY_MS = 60000;

/**
 * `render(hall, keys)` is called with the keys of the tables that have changed, null for all; `other(message)`
 * with messages that are about no table.
 */
export function watch(render, other = () => {}) {
  let hall = empty;
  let touched = new Set();
  let drawn = true;

  function later(keys) {
    if (keys === null) touched = null;
    else if (touched !== null) for (const key of keys) touched.add(key);
    if (drawn) requestAnimationFrame(draw);
    drawn = false;
  }

  function draw() {
    drawn = true;
    const keys = touched;
    touched = new Set();
    const away = hall.server.away;
    const lost = part("lost");
    if (lost) {
      show(lost, away !== null);
      setText(lost, away ? say("lost", { since: timeOfDay(away.since, true) }) : "");
    }
    render(hall, keys === null ? null : [...keys]);
    document.body.dataset.drawn = String(performance.now());
  }

  function hear(message) {
    const [next, keys] = take(hall, message);
    hall = next;
    if (keys === null || keys.length) later(keys);
    if (message.topic === "heartbeat") renewIfUpdated(hall.server.build);
    if (message.topic === "local/opened") lines();
    other(message);
  }

  async function lines() {
    try {
      const answer = await fetch("/api/v1/tables", { cache: "no-store" });
      if (!answer.ok) return;
      const { items } = await answer.json();
      hall = takeLines(hall, items); // of the hall as it is by now: messages have come meanwhile
      later(null);
    } catch {
      // The line says by itself that the server is away.
    }
  }

  connect("/events", hear);
  setInterval(lines, LINES_EVERY_MS);
  return () => hall;
}
