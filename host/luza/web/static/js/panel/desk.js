// What the panel asks of the host. An action has an id of its own and is sent again, as it was, until it is
// answered: the host does an id once, whatever was lost on the way. One action at a time: the next is made
// against a state that already knows of this one.

const ANSWER_MS = 4000; // after that the line is as good as dead, and the request is sent anew
const AGAIN_MS = [200, 400, 800, 1500];
const SLOW_MS = 400; // from then on a person is told that it is under way
const DEVICE = "luza.device";
const PENDING = "luza.pending";
const WHO = new Set(["signin", "pair", "signout"]); // after these the page is somebody else

export class Desk {
  /** `heard(answer)` gets every PanelAnswer; `changed()` is called when an action begins or ends to wait. */
  constructor(base, { heard, changed }) {
    this.base = base;
    this.heard = heard;
    this.changed = changed;
    this.csrf = null;
    this.pending = null; // {id, body, label, slow}
    this.device = kept("localStorage", DEVICE) ?? keep("localStorage", DEVICE, newId());
    this.hurry = null;
    this.signs = 0; // how often the page has become somebody else
  }

  /** Who we are and how the table stands. Throws where the host cannot be reached. */
  async look() {
    return this.take(await this.send("GET", "state"));
  }

  /** Does an action made against `rev`; null where one is under way already. `label` says it to a person. */
  async act(action, rev, label) {
    if (this.pending) return null;
    return this.finish({ id: newId(), body: { expected_rev: rev, action }, label });
  }

  /** An action that was under way when the page was left: the answer is still wanted. */
  async resume() {
    const left = kept("sessionStorage", PENDING);
    if (left && !this.pending) await this.finish(JSON.parse(left));
  }

  async finish(job) {
    this.pending = { ...job, slow: false };
    keep("sessionStorage", PENDING, JSON.stringify(job));
    const slow = setTimeout(() => this.note(true), SLOW_MS);
    this.changed();
    try {
      return this.take(await this.insist({ id: job.id, ...job.body }), job);
    } finally {
      clearTimeout(slow);
      this.pending = null;
      drop("sessionStorage", PENDING);
      this.changed();
    }
  }

  note(slow) {
    if (this.pending) this.pending = { ...this.pending, slow };
    this.changed();
  }

  /** Sends until there is an answer of the host's own. */
  async insist(body) {
    let renewed = false;
    for (let tried = 0; ; tried++) {
      try {
        const answer = await this.send("POST", "act", body);
        if (answer.http !== 403 || renewed) return answer;
        renewed = true; // the token may be of before a restart
        this.csrf = (await this.send("GET", "state")).csrf ?? this.csrf;
      } catch {
        await new Promise((resolve) => {
          this.hurry = resolve;
          setTimeout(resolve, AGAIN_MS[Math.min(tried, AGAIN_MS.length - 1)]);
        });
      }
    }
  }

  /** The line is back: what waits need not wait any longer. */
  lineIsBack() {
    this.hurry?.();
  }

  /** Asks for something else under the panel's address; the answer is a PanelAnswer and is heard of. */
  async post(path, body) {
    return this.take(await this.send("POST", path, body));
  }

  /** A document that is asked for by itself: throws where it cannot be had. */
  async get(path) {
    const response = await fetch(`${this.base}/${path}`, options("GET"));
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }

  async send(method, path, body) {
    const headers = { "content-type": "application/json" };
    if (this.csrf) headers["x-luza-csrf"] = this.csrf;
    const { signs } = this;
    const response = await fetch(`${this.base}/${path}`, { ...options(method), headers, body: body && JSON.stringify(body) });
    const { you, csrf, ...answer } = { ...(await answerOf(response)), http: response.status };
    // What was asked before a sign-in and is answered after it knows nothing of it.
    const late = signs !== this.signs;
    if (WHO.has(path) && answer.status === "ok") this.signs++;
    return late || you === undefined ? answer : { ...answer, you, csrf };
  }

  take(answer, job = null) {
    if (answer.csrf) this.csrf = answer.csrf;
    this.heard(answer, job);
    return answer;
  }
}

/** What the host said; throws where it was somebody in between who answered, so that it is asked again. */
async function answerOf(response) {
  try {
    return await response.json();
  } catch (problem) {
    if (response.ok || response.status > 500) throw problem;
    return { status: "refused", code: "fault", words: null, panel: null };
  }
}

function options(method) {
  return { method, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) };
}

/** 32 hexadecimal digits; `crypto.randomUUID` is not there without TLS. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What is kept in `localStorage` or `sessionStorage`; null where there is nothing, or no storage. */
export function kept(storage, key) {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null; // storage may be switched off
  }
}

export function keep(storage, key, value) {
  try {
    globalThis[storage].setItem(key, value);
  } catch {
    // then it lives as long as the page
  }
  return value;
}

function drop(storage, key) {
  try {
    globalThis[storage].removeItem(key);
  } catch {
    // nothing was kept
  }
}
