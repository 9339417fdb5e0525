// The line to the host: one EventSource, and a watch-dog that notices when nobody speaks any more.
// The host gives a sign of life every 5 s; after 12 s of silence the page says since when, and goes on trying.

const TOPICS = [
  "heartbeat",
  "availability",
  "meta",
  "state",
  "score",
  "clock",
  "health",
  "alert",
  "panel",
  "event/pocket",
  "event/shot",
  "event/foul",
  "event/frame",
  "event/match",
  "table", // these three on the club's pages, which hear many tables
  "history",
  "tournament",
];
const SILENCE_MS = 12000;
const LOOK_EVERY_MS = 1000;

/**
 * Listens at `url` for as long as the page lives; every message goes to `dispatch` as reducer.js wants it.
 * The function that is returned opens the line anew, for a page that has become somebody else.
 */
export function connect(url, dispatch) {
  let source = null;
  let opened = 0; // these three by the browser's monotonic clock, which nobody sets
  let heard = performance.now();
  let heardAt = Date.now();
  let away = false;

  function open() {
    source?.close();
    opened = performance.now();
    source = new EventSource(url);
    source.onopen = () => dispatch({ topic: "local/opened", data: null, received: Date.now() });
    for (const topic of TOPICS) source.addEventListener(topic, (event) => hear(topic, event.data));
  }

  function hear(topic, text) {
    heard = performance.now();
    heardAt = Date.now();
    if (away) {
      away = false;
      dispatch({ topic: "local/back", data: null, received: heardAt });
    }
    dispatch({ topic, data: parsed(text), received: heardAt });
  }

  function look() {
    const now = performance.now();
    const silent = now - heard > SILENCE_MS;
    if (silent && !away) {
      away = true;
      dispatch({ topic: "local/away", data: { since: heardAt }, received: Date.now() });
    }
    // The browser reconnects by itself, but not after a refusal, and a line that died in silence seems open.
    const given_up = source.readyState === EventSource.CLOSED;
    if (given_up || (silent && now - opened > SILENCE_MS)) open();
  }

  open();
  setInterval(look, LOOK_EVERY_MS);
  return open;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // reducer.js ignores what cannot be read
  }
}
