// Everything that is not said at every stroke, in one list; what cannot be done now stands there with its reason.

import { make } from "../dom.js";
import { addressIn } from "../language.js";
import { button } from "./bits.js";
import { openClock } from "./clock.js";
import { openIdentify } from "./identify.js";
import { openKeys } from "./keys.js";
import { openNewKey, openNominate, openPairing, openRules, openSetup, openStart } from "./later.js";
import { offer, offersOf } from "./model.js";
import { openWhose } from "./player.js";
import { openScore } from "./score.js";
import { openSenses } from "./senses.js";
import { closeSheet, group, openSheet } from "./sheet.js";
import { openSignIn } from "./sign.js";
import { setSound, soundOn, wakeSound, warn } from "./sound.js";

export function openMore(app) {
  openSheet("more", () => {
    const panel = app.panel();
    if (!panel) return null;
    const playing = Boolean(panel.state.frame) && !panel.state.idle;
    return {
      title: app.t("more.title"),
      body: [
        ...(playing ? [ofShot(app, panel), ofMatch(app, panel)] : [idle(app)]),
        ofPanel(app),
      ],
    };
  });
}

/** A line of the list; `id` is the offer that says whether it can be done. */
function item(app, panel, key, id, sign, open) {
  const { here, why } = id ? offer(panel, id) : { here: true, why: null };
  if (!here) return null;
  const reason = app.blocked() || app.words(why);
  return button({ key, kind: "row", sign, text: app.t(`more.${key}`), note: reason, why: reason, tap: () => open(app) });
}

function list(...rows) {
  return make("div", { class: "list two" }, ...rows.filter(Boolean));
}

function ofShot(app, panel) {
  const run = offer(panel, "continue_run");
  const incidents = offersOf(panel, "incident:").length > 0;
  return group(
    app.t("more.shot"),
    list(
      item(app, panel, "identify", "identify", "check", openIdentify),
      item(app, panel, "nominate", "nominate", "next", openNominate),
      incidents && item(app, panel, "incident", null, "foul", openIncidents),
      item(app, panel, "affair", "affair", "play", () => openWhose(app, "affair", app.t("affair.title"))),
      run.here && app.button({ key: "continue", kind: "row", text: app.words(run.words), note: app.words(run.why), why: app.words(run.why), entry: { type: "continue_run" }, before: closeSheet }),
      item(app, panel, "extension", "extension", "clock", () => openWhose(app, "extension", app.t("extension.title"))),
      button({ key: "clock", kind: "row", sign: "clock", text: app.t("more.clock"), why: app.blocked(), tap: () => openClock(app) }),
    ),
  );
}

function ofMatch(app, panel) {
  return group(
    app.t("more.match"),
    list(
      item(app, panel, "score", "score", "plus", openScore),
      item(app, panel, "setup", "setup", "book", openSetup),
      item(app, panel, "concede", "concede", "minus", () => openWhose(app, "concede", app.t("concede.title"))),
      link("history", app.page("history"), app.t("more.history")),
      button({ key: "rules", kind: "row", sign: "book", text: app.t("more.rules"), tap: () => openRules(app) }),
      item(app, panel, "stop", "stop", "close", openStop),
    ),
  );
}

function idle(app) {
  return group(
    app.t("more.match"),
    list(
      button({ key: "start", kind: "row", sign: "play", text: app.t("act.start"), why: app.blocked(), tap: () => openStart(app) }),
      link("history", app.page("history"), app.t("more.history")),
      button({ key: "rules", kind: "row", sign: "book", text: app.t("more.rules"), tap: () => openRules(app) }),
      ...(app.you?.role === "manager" && document.querySelector("[data-doctor]") ? [link("doctor", app.page("doctor"), app.t("more.doctor"))] : []),
    ),
  );
}

function ofPanel(app) {
  const { t } = app;
  const { you } = app;
  const language = app.lang === "ru" ? "en" : "ru";
  const rows = [
    button({ key: "senses", kind: "row", sign: "turn", text: t("more.senses"), tap: () => openSenses(app) }),
    button({ key: "sound", kind: "row", sign: "clock", text: t("more.sound"), note: t(soundOn() ? "more.on" : "more.off"), pressed: soundOn(), tap: () => turnSound(app) }),
    button({ key: "keys", kind: "row", sign: "more", text: t("more.keys"), tap: () => openKeys(app) }),
    link("language", addressIn(language), t("more.language"), language),
    link("scoreboard", app.page("scoreboard"), t("more.scoreboard")),
    ...(you?.role === "manager" ? [button({ key: "pair", kind: "row", sign: "plus", text: t("more.pair"), tap: () => openPairing(app) })] : []),
    ...(you?.role === "manager" ? [button({ key: "newKey", kind: "row", sign: "user", text: t("more.newKey"), tap: () => openNewKey(app) })] : []),
    ...(you?.seat ? [button({ key: "leave", kind: "row", sign: "user", text: t("seat.leave"), tap: () => leave(app) })] : []),
    you
      ? button({ key: "signout", kind: "row", sign: "close", text: t("signin.out"), note: t("more.signed", { role: t(`role.${you.role}`), name: you.name }), tap: () => app.signOut() })
      : button({ key: "signin", kind: "row", sign: "user", text: t("seat.signin"), tap: () => openSignIn(app) }),
  ];
  return group(t("more.panel"), list(...rows));
}

function link(key, href, text, lang = null) {
  return make("a", { class: "row", "data-key": key, href, lang }, make("span", { class: "words" }, make("span", {}, text)));
}

function turnSound(app) {
  setSound(!soundOn());
  wakeSound();
  warn(app, "news");
  openMore(app);
}

function leave(app) {
  closeSheet();
  app.seat(false);
}

/** What happened that the rules treat in a way of its own. */
export function openIncidents(app) {
  const rev = app.panel()?.rev; // of the stroke that it is about
  openSheet("incident", () => {
    const panel = app.panel();
    if (!panel?.state.frame) return null;
    return {
      title: app.t("incident.title"),
      note: app.t("incident.note"),
      body: [
        make(
          "div",
          { class: "list" },
          ...offersOf(panel, "incident:").map(({ id, words, why }) => {
            const reason = app.blocked() || app.words(why);
            const entry = { type: "incident", case: id.split(":")[1] };
            return app.button({ key: id, kind: "row", text: app.words(words), note: reason, why: reason, entry, before: closeSheet, rev });
          }),
        ),
      ],
    };
  });
}

/** The match is closed, decided or not; this one asks again, for it cannot be taken back. */
export function openStop(app) {
  openSheet("stop", () => {
    const panel = app.panel();
    if (!panel?.state.frame || panel.state.idle) return null;
    const over = panel.state.match_winner !== null;
    return {
      title: app.t("stop.title"),
      note: app.t(over ? "stop.noteOver" : "stop.note"),
      body: [],
      foot: [
        button({ key: "stop-cancel", kind: "second", text: app.t("cancel"), tap: closeSheet }),
        app.button({ key: "stop-do", kind: over ? "main" : "danger", text: app.t("stop.do"), action: { do: "stop" }, before: closeSheet }),
      ],
    };
  });
}
