// What is shown of a table at a glance: plain values. Pure.

import { number, timeOfDay } from "../view.js";
import { serverTime } from "./hall.js";
import { lang, say } from "./texts.js";

/** Everything of one table; times are the server's, in ms. */
export function glance(key, one) {
  const { state, meta, availability, health, alerts } = one.said;
  const line = one.line;
  const online = availability ? availability.state === "online" : (line?.online ?? false);
  const frame = state && state.match !== null && !state.idle ? state.frame : null;
  const over = frame !== null && state.match_winner !== null;
  const waits = state === null && line !== null && !line.idle; // what is on there comes in a moment
  return {
    key,
    name: meta?.table_name || line?.name || one.place.table,
    place: one.place,
    online,
    awaySince: online ? null : awaySince(one),
    mode: !online ? "away" : waits ? "waiting" : frame === null ? "free" : over ? "over" : "playing",
    known: frame !== null,
    game: frame ? [say(`game.${state.game}`), state.race_to > 1 ? say("raceTo", { n: state.race_to }) : ""].filter(Boolean).join(" · ") : "",
    players: frame ? players(state, frame) : [],
    phase: frame ? phase(frame, over) : "",
    number: frame?.number ?? null,
    run: frame && frame.run > 1 && !over ? say("run", { n: frame.run }) : "",
    turnSince: over ? null : one.turnSince,
    matchSince: one.matchSince,
    health: health?.state ?? "unknown",
    notices: notices(health, alerts),
    seq: state?.seq ?? null,
  };
}

/** Whether somebody should go there. */
export function needsLook({ mode, health, notices: said }) {
  return mode === "away" || health === "fault" || health === "degraded" || said.length > 0;
}

/** The order of tables: by club, then by name, numbers by their size. */
export function inOrder(one, other) {
  return one.place.club.localeCompare(other.place.club, lang) || one.name.localeCompare(other.name, lang, { numeric: true }) || one.key.localeCompare(other.key);
}

/** How long something has been so: `2:05`, above an hour `1 h 05 min`. */
export function lasting(since, now) {
  if (since === null) return "";
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  const two = (value) => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? say("hour", { h, m: two(m) }) : say("minute", { m, s: two(s) });
}

/** What moves by itself: how long the player is at the table, how long the match is on. */
export function clocks(glanced, hall, now) {
  const at = serverTime(hall, now);
  const turn = lasting(glanced.turnSince, at);
  const match = lasting(glanced.matchSince, at);
  return [turn && glanced.mode === "playing" ? say("atTable", { time: turn }) : "", match && glanced.known ? say("lasts", { time: match }) : ""].filter(Boolean).join(" · ");
}

export function awayText({ awaySince: since }) {
  return since === null ? say("awayNow") : say("awaySince", { since: timeOfDay(since) });
}

function players(state, frame) {
  const all = state.players.map((name, seat) => ({
    seat,
    name,
    score: number(frame.score[seat]),
    frames: state.race_to > 1 ? String(state.frames_won[seat]) : "",
    lit: state.match_winner === null ? frame.at_table === seat : state.match_winner === seat,
  }));
  return state.swapped ? all.reverse() : all;
}

function phase(frame, over) {
  if (over) return say("over");
  if (frame.phase === "lag") return say("lag");
  return [say("frame", { n: frame.number }), frame.phase === "break" ? say("breaks").toLowerCase() : ""].filter(Boolean).join(", ");
}

function awaySince(one) {
  const told = one.line?.away_since ?? one.said.availability?.since;
  return told ? Date.parse(told) : null;
}

function notices(health, alerts) {
  const parts = Object.values(health?.parts ?? {}).filter((part) => part.state !== "ok" && part.reason);
  const said = [...Object.values(alerts).map((one) => ({ level: one.level, words: one.words })), ...parts.map((one) => ({ level: one.state, words: one.reason }))];
  const texts = said.map(({ level, words }) => ({ level, text: words?.[lang] ?? "" }));
  return texts.filter(({ text }, i) => text && texts.findIndex((other) => other.text === text) === i);
}
