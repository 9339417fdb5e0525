// What the table has said so far, as one value. Pure: (state, message) -> state, for every page alike.
//
// A message is {topic, data, received}: the topic relative to the table's root, the parsed payload, and the
// browser's time in milliseconds. Topics that begin with `local/` come from connection.js. Fields that are not
// known are ignored, and so is whatever cannot be read. Lists are by player index and never by side.

const SNAPSHOTS = new Set(["availability", "meta", "state", "score", "clock", "health", "panel"]);
const SEEN_KEPT = 256;
const SESSIONS_KEPT = 8;
const OFFSETS_KEPT = 6;
const CLOCK_STEP_MS = 2000;

const OF_A_SESSION = {
  seen: [], // `seq` of the events already taken
  shown: {}, // topic -> {seq, rev} of the snapshot that is shown
  availability: null,
  meta: null,
  state: null,
  score: null,
  clock: null,
  health: null,
  panel: null, // what a panel may do, for who is signed in
  alerts: {}, // id -> alert
  pockets: [], // balls that fell and are in no `state` yet
  lastPockets: [], // balls of the shot before, until the next one opens
  amended: null, // number of the shot whose verdict was last replaced
};

export const initial = {
  ...OF_A_SESSION,
  session: null,
  past: [], // sessions that are over: nothing of theirs counts any more
  away: null, // {since}: no sign of life from the host
  offsets: [], // the host's clock less ours, in ms, newest last
  build: null, // of the page files that the host has now
};

export function reduce(state, message) {
  const { topic, data } = message;
  switch (topic) {
    case "local/opened": // a fresh set of snapshots follows; alerts that are not in it are over
      return { ...state, alerts: {}, shown: withoutAlerts(state.shown) };
    case "local/away":
      return { ...state, away: { since: data.since } };
    case "local/back":
      return { ...state, away: null };
    case "heartbeat":
      return heartbeat(state, message);
  }
  if (data === null || typeof data !== "object") return state;
  if (topic === "alert" && data.over) return withoutAlert(state, data.id);
  if (!Number.isInteger(data.seq) || typeof data.session !== "string") return state;
  if (state.past.includes(data.session)) return state;
  const current = data.session === state.session ? state : newSession(state, data.session);
  if (SNAPSHOTS.has(topic)) return snapshot(current, topic, topic, data);
  if (topic === "alert") return snapshot(current, `alert/${data.id}`, topic, data);
  if (topic.startsWith("event/")) return event(current, topic, data);
  return state;
}

/** The host's time in ms, from ours: the least delayed of the last heartbeats is nearest to the truth. */
export function hostTime(state, now) {
  return now + (state.offsets.length ? Math.max(...state.offsets) : 0);
}

/** The balls of the shot in progress, those included that `state` does not know of yet. */
export function falling(state) {
  return [...(state.state?.falling ?? []), ...state.pockets];
}

/** The shot clock as last told, by its own topic or within `state`. */
export function shotClock(state) {
  const { clock, state: whole } = state;
  if (clock && (!whole || clock.seq > whole.seq)) return clock;
  return whole?.clock ?? null;
}

/** Why the table cannot be trusted to be live: {kind: "host"|"table"|"board", since, words}, or null. */
export function absence(state) {
  if (state.away) return { kind: "host", since: state.away.since, words: null };
  if (state.availability?.state === "offline") {
    return { kind: "table", since: Date.parse(state.availability.since), words: null };
  }
  for (const name of ["board", "link"]) {
    const part = state.health?.parts?.[name];
    if (part?.state === "fault") {
      const since = Date.parse(part.since ?? state.health.at);
      return { kind: "board", since, words: part.reason ?? null };
    }
  }
  return null;
}

function newSession(state, session) {
  const past = state.session === null ? state.past : [...state.past, state.session].slice(-SESSIONS_KEPT);
  return { ...state, ...OF_A_SESSION, session, past };
}

function heartbeat(state, { data, received }) {
  const at = Date.parse(data?.at);
  if (Number.isNaN(at)) return state;
  const offset = at - received;
  const stepped = Math.abs(offset - (state.offsets.at(-1) ?? offset)) > CLOCK_STEP_MS;
  const offsets = stepped ? [offset] : [...state.offsets, offset].slice(-OFFSETS_KEPT);
  return { ...state, offsets, build: data.build ?? state.build };
}

function snapshot(state, key, topic, data) {
  const shown = state.shown[key];
  const rev = data.rev ?? 0;
  if (shown && (rev < shown.rev || (rev === shown.rev && data.seq <= shown.seq))) return state;
  const next = { ...state, shown: { ...state.shown, [key]: { seq: data.seq, rev } } };
  if (topic === "alert") return { ...next, alerts: { ...state.alerts, [data.id]: data } };
  if (topic !== "state") return { ...next, [topic]: data };
  return {
    ...next,
    state: data,
    pockets: state.pockets.filter((pocket) => pocket.seq > data.seq),
    lastPockets: lastPockets(state, data),
  };
}

/** The falls of a shot stay in sight once it is judged, until the next one opens. */
function lastPockets(state, next) {
  if (next.shot_open || next.match !== state.state?.match) return [];
  return state.state?.shot_open ? falling(state) : state.lastPockets;
}

function event(state, topic, data) {
  if (state.seen.includes(data.seq)) return state;
  const next = { ...state, seen: [...state.seen, data.seq].slice(-SEEN_KEPT) };
  if (topic === "event/pocket" && data.seq > (state.state?.seq ?? -1)) {
    const { seq, pocket, ball, t, player } = data;
    return { ...next, pockets: [...state.pockets, { seq, pocket, ball, t, player }] };
  }
  if (topic === "event/shot") {
    return { ...next, amended: data.amended && !data.withdrawn ? data.shot.n : null };
  }
  return next;
}

function withoutAlert(state, id) {
  const { [id]: _, ...alerts } = state.alerts;
  return { ...state, alerts };
}

function withoutAlerts(shown) {
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !key.startsWith("alert/")));
}
