// All tables as one value. Pure: (hall, message) -> hall; each table by the one reducer of all pages.
//
// Since when somebody is at a table is told by the server for what was so before the page was there, and
// counted by the page for what changes while it looks.

import { hostTime, initial, reduce } from "../reducer.js";

export const empty = { server: initial, tables: {} };

const ONE = { said: initial, place: null, turn: null, turnSince: null, match: null, matchSince: null, line: null };

/** Takes a message of connection.js. Gives the hall, and which tables it touched (null: all). */
export function take(hall, message) {
  const { topic, data, received } = message;
  if (topic === "table" && data) return [withTable(hall, data, received), [keyOf(data.club, data.table)]];
  if (topic === "local/opened") {
    const tables = map(hall.tables, (one) => ({ ...one, said: reduce(one.said, message) }));
    return [{ ...hall, server: reduce(hall.server, message), tables }, null];
  }
  return [{ ...hall, server: reduce(hall.server, message) }, topic === "heartbeat" || topic === "history" ? [] : null];
}

/** Takes what `/api/v1/tables` says: since when things are so, and what the tables' clocks are. */
export function takeLines(hall, lines) {
  const tables = { ...hall.tables };
  for (const line of lines) {
    const key = keyOf(line.club, line.table);
    const one = tables[key] ?? { ...ONE, place: { club: line.club, table: line.table } };
    const match = line.match?.split(".").slice(2).join(".") ?? null;
    const turn = match === null ? null : turnOf(match, line.frame);
    const same = one.match === match || one.said.state === null;
    tables[key] = {
      ...one,
      line,
      ...(same ? { match, matchSince: time(line.match_since) ?? one.matchSince } : {}),
      ...(one.turn === turn || one.said.state === null ? { turn, turnSince: time(line.at_table_since) ?? one.turnSince } : {}),
    };
  }
  return { ...hall, tables };
}

export const keyOf = (club, table) => `${club}/${table}`;

/** The server's time in ms at browser time `now`. */
export const serverTime = (hall, now) => hostTime(hall.server, now);

function withTable(hall, { club, table, topic, payload }, received) {
  const key = keyOf(club, table);
  const was = hall.tables[key] ?? { ...ONE, place: { club, table } };
  if (payload === null && topic === "availability") {
    const { [key]: _, ...left } = hall.tables; // somebody has taken the table off the broker
    return { ...hall, tables: left };
  }
  const alert = topic.startsWith("alert/") ? topic.slice(6) : null;
  const data = alert && payload === null ? { id: alert, over: true } : payload;
  const said = reduce(was.said, { topic: alert ? "alert" : topic, data, received });
  const now = { ...was, said };
  return { ...hall, tables: { ...hall.tables, [key]: topic === "state" ? counted(hall, was, now, received) : now } };
}

/** A turn or a match that begins while the page looks begins now. */
function counted(hall, was, now, received) {
  const match = now.said.state?.match ?? null;
  const turn = match === null ? null : turnOf(match, now.said.state.frame);
  const seen = was.said.state !== null;
  const at = seen ? serverTime(hall, received) : null;
  return {
    ...now,
    match,
    turn,
    matchSince: match === was.match ? was.matchSince : at,
    turnSince: turn === was.turn ? was.turnSince : at,
  };
}

const turnOf = (match, frame) => `${match}/${frame?.number ?? ""}/${frame?.at_table ?? ""}`;
const time = (text) => (text ? Date.parse(text) : null);
const map = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
