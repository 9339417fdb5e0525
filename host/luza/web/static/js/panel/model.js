// What the panel shows, out of what the table has said: plain values. Pure.

import { scoreboard } from "../view.js";

/** The newest whole state: the panel's own message and the displays' come one after the other. */
export function whole(state) {
  const told = state.panel?.state ?? null;
  if (!state.state) return told;
  return told && told.rev > state.state.rev ? told : state.state;
}

/** The scoreboard's view of the same, sides as the displays have them. */
export function head(state, lang) {
  return scoreboard({ ...state, state: whole(state) }, lang, false);
}

/** An offer by its id; one that this host does not know cannot be done and is not shown. */
export function offer(panel, id) {
  return panel?.offers.find((one) => one.id === id) ?? { id, words: null, why: null, here: false, players: [] };
}

/** The offers whose id begins with `prefix`, those that the game knows. */
export function offersOf(panel, prefix) {
  return (panel?.offers ?? []).filter((one) => one.here && one.id.startsWith(prefix));
}

/** What is on at the table: `none`, `idle`, `lag`, `lot`, `choice`, `play`, `over`. */
export function moment(panel) {
  const now = panel?.state;
  if (!now) return "none";
  if (now.match === null || now.idle || !now.frame) return "idle";
  if (now.match_winner !== null) return "over";
  if (panel.choosing) return "choice";
  if (now.frame.phase === "lag") return offer(panel, "lot").here ? "lot" : "lag";
  return "play";
}

/**
 * The stroke that a tapped ball belongs to, and to it alone: the next one of whoever is at the table; where
 * strokes are felt, the one in progress or else the last.
 */
export function strokeOf(panel) {
  const now = panel?.state;
  if (!now?.frame) return "";
  const played = panel.shots[0]?.shot.n ?? 0;
  const { mode } = panel.taps;
  if (mode === "amend") return [now.match, mode, played + (now.shot_open ? 1 : 0)].join("/");
  return [now.match, mode, now.frame.number, now.frame.at_table, played].join("/");
}

/** The balls of a draft by pocket: {count, kind, text}. */
export function inPocket(pots, pocket) {
  const here = pots.filter((pot) => pot.pocket === pocket);
  const last = here.at(-1);
  return {
    count: here.length,
    kind: last?.ball === "cue" ? "cue" : "object",
    text: here.length === 1 && typeof last.ball === "number" ? String(last.ball) : "",
  };
}

/** Balls of classic that may still fall: those on the table less those of the draft. */
export function numbersLeft(panel, pots) {
  const all = panel?.balls?.numbers ?? Array.from({ length: 15 }, (_, i) => i + 1);
  return all.filter((number) => !pots.some(({ ball }) => ball === number));
}

/** Whether a ball that fell has to be told apart, and how: `number`, `kind`, or null. */
export function askedOfBall(panel) {
  if (panel?.balls?.numbered) return "number";
  return panel?.balls?.own ? "kind" : null;
}
