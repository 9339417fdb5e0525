// What the scoreboard shows of what the table has said: plain values, no page. Pure.

import { absence, falling, hostTime, shotClock } from "./reducer.js";
import { text, words } from "./language.js";

const SHELF_DRAWN = 16; // more balls than a set has are a number, not a picture
const RESULTS_SHOWN = 6;

/** The minus of typography: as wide as the digits. */
export function number(value) {
  return String(value).replace("-", "\u2212");
}

/** Everything on the board, in `lang`; `swap` exchanges the sides of this screen and nothing else. */
export function scoreboard(state, lang, swap) {
  const whole = state.state;
  const say = (key, values) => text(lang, key, values);
  const base = {
    mode: "waiting",
    away: away(state, say),
    table: state.meta?.table_name ?? "",
    club: state.meta?.club_name ?? "",
    notices: notices(state, lang),
  };
  if (!whole) return base;
  if (whole.match === null || whole.idle || !whole.frame) {
    return { ...base, mode: "idle", status: words(lang, whole.words.status) };
  }
  const turned = swap !== Boolean(whole.swapped); // the marker may have changed sides for every screen
  const players = whole.players.map((name, index) => player(whole, name, index, say));
  return {
    ...base,
    mode: whole.match_winner === null ? whole.frame.phase : "over",
    game: say(`game.${whole.game}`),
    players: turned ? players.reverse() : players,
    frameTitle: say("frame", { n: whole.frame.number }),
    race: whole.race_to > 1 ? say("raceTo", { n: whole.race_to }) : say("oneFrame"),
    countsFrames: whole.race_to > 1,
    results: results(whole, turned),
    status: words(lang, whole.words.status),
    cloth: cloth(state, whole),
    shot: shot(state, whole, lang, say),
    instruction: instruction(whole, lang, say),
    decision: decision(whole, lang, say),
  };
}

/** Seconds left on the shot clock at browser time `now`: {seconds, level, share}, or null while it is off. */
export function countdown(state, now) {
  const clock = shotClock(state);
  if (!clock || state.state?.idle) return null;
  const ends = clock.running && clock.ends_at ? Date.parse(clock.ends_at) : null;
  if (ends === null && clock.left_s === null) return null;
  const left = ends === null ? clock.left_s : (ends - hostTime(state, now)) / 1000;
  const seconds = Math.max(0, Math.ceil(left - 0.001));
  const level = seconds === 0 ? "over" : seconds <= 10 || clock.warned ? "short" : "long";
  return { seconds, level, share: Math.max(0, Math.min(1, left / (clock.limit_s || left))) };
}

function away(state, say) {
  const absent = absence(state);
  if (!absent) return null;
  const key = { host: "awayHost", table: "awayTable", board: "awayBoard" }[absent.kind];
  return { kind: absent.kind, text: say(key, { since: timeOfDay(absent.since, true) }), note: say("awayNote") };
}

export function timeOfDay(ms, withSeconds = false) {
  const two = (value) => String(value).padStart(2, "0");
  const at = new Date(ms);
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return withSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes;
}

function player(whole, name, index, say) {
  const { frame } = whole;
  const score = frame.score[index];
  const last = isFresh(whole) ? whole.last_shot.delta[index] : 0;
  const winner = whole.match_winner === index;
  return {
    index,
    name,
    score,
    scoreText: number(score),
    framesWon: whole.frames_won[index],
    atTable: whole.match_winner === null && frame.at_table === index,
    winner,
    tag: tag(whole, index, winner, say),
    run: frame.at_table === index && frame.run > 1 ? say("run", { n: frame.run }) : "",
    debt: frame.debt[index] > 0 ? say("debt", { n: frame.debt[index] }) : "",
    delta: last === 0 ? "" : last > 0 ? `+${last}` : number(last),
    shelf: shelf(whole, index),
    shelfText: say("shelf", { n: number(frame.shelf[index]) }),
    debtBalls: frame.debt[index],
  };
}

function tag(whole, index, winner, say) {
  const { frame } = whole;
  if (winner) return say("wins");
  if (whole.match_winner !== null) return "";
  if (frame.decision?.by === index) return say("chooses");
  if (frame.at_table !== index) return "";
  return say(frame.phase === "break" ? "breaks" : "atTable");
}

/** The last shot belongs to the position on the board: it is of this frame, and no other has begun. */
function isFresh(whole) {
  return whole.last_shot !== null && !whole.shot_open && whole.last_shot.frame === whole.frame.number;
}

function shelf(whole, index) {
  const balls = whole.frame.shelf[index];
  if (whole.game === "classic" || balls > SHELF_DRAWN) return null;
  const target = whole.target ?? 0;
  return { balls, slots: target > SHELF_DRAWN ? balls : Math.max(target, balls) };
}

function results(whole, swap) {
  return whole.frames.slice(-RESULTS_SHOWN).map(({ number: n, winner, score }) => {
    const sides = swap ? [...score].reverse() : score;
    const won = winner === null ? null : swap ? score.length - 1 - winner : winner;
    return { n, sides: sides.map(number), won };
  });
}

/** What the small drawing of the table shows. */
function cloth(state, whole) {
  const { frame } = whole;
  const now = falling(state);
  return {
    pockets: now.length ? now : state.lastPockets,
    live: now.length > 0,
    open: whole.shot_open,
    rack: frame.phase === "break" && !whole.shot_open,
    lag: frame.phase === "lag",
    cueBall: frame.phase === "break" ? "house" : frame.cue_ball,
  };
}

function shot(state, whole, lang, say) {
  const balls = falling(state).map(({ pocket, ball }) => ({
    kind: ballKind(ball),
    label: typeof ball === "number" ? String(ball) : "",
    text: say(`pocket.${pocket}`),
  }));
  if (whole.shot_open || balls.length) {
    const title = say(whole.shot_open ? "shotInProgress" : "ballFell");
    return { kind: "open", title, balls, text: balls.length ? "" : say("ballsRolling"), marks: [] };
  }
  const last = whole.last_shot;
  if (!last) return null;
  const ended = whole.frames.at(-1);
  const frameOver = ended && last.frame === ended.number && (!isFresh(whole) || whole.match_winner !== null);
  const marks = [
    ...(last.verdict === "unproven" ? [say("unproven")] : []),
    ...(state.amended === last.n ? [say("amended")] : []),
    ...(frameOver ? [frameResult(whole, ended, say)] : []),
  ];
  return {
    kind: last.verdict,
    title: say("lastShot"),
    balls: [],
    text: words(lang, whole.words.last_shot),
    marks,
  };
}

function frameResult(whole, { winner, score }, say) {
  const line = score.map(number).join(":");
  return winner === null
    ? say("frameDrawn", { score: line })
    : say("frameWon", { name: whole.players[winner], score: line });
}

function ballKind(ball) {
  if (ball === "cue") return "cue";
  return ball === null ? "unknown" : "object";
}

function instruction(whole, lang, say) {
  const { to_spot: toSpot, to_remove: toRemove } = whole.frame;
  const told = words(lang, whole.words.instruction);
  const counts = [
    ...(toSpot ? [say("toSpot", { n: toSpot })] : []),
    ...(toRemove.n ? [say("toRemove", { n: toRemove.n })] : []),
  ];
  if (whole.shot_open || (!told && !counts.length)) return null;
  return { title: say("beforeStroke"), text: told || counts.join(". "), toSpot, toRemove: toRemove.n };
}

function decision(whole, lang, say) {
  const pending = whole.frame.decision;
  if (!pending || whole.shot_open) return null;
  const options = pending.options.map((option, i) => ({
    text: words(lang, whole.words.options[i]) || option,
    isDefault: option === pending.default && pending.options.length > 1,
  }));
  return { title: words(lang, whole.words.decision) || say("choice"), options, note: say("default") };
}

/** What a person should see to: confirmations first, then alerts and parts that are not well. */
function notices(state, lang) {
  const confirmations = (state.state?.needs_confirmation ?? []).map((one) => ({
    kind: "confirm",
    text: words(lang, one.words),
  }));
  const alerts = Object.values(state.alerts).map((one) => ({ kind: one.level, text: words(lang, one.words) }));
  const parts = Object.values(state.health?.parts ?? {})
    .filter((part) => part.state !== "ok" && part.reason)
    .map((part) => ({ kind: part.state === "fault" ? "fault" : "warning", text: words(lang, part.reason) }));
  const all = [...confirmations, ...alerts, ...parts];
  return all.filter((one, i) => one.text && all.findIndex((other) => other.text === one.text) === i);
}
