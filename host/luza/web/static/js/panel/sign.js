// Signing in: who it is, and the PIN by large keys. A QR code's link signs a tablet in by itself.

import { make } from "../dom.js";
import { button, field, segments } from "./bits.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";

const ROLES = ["marker", "referee", "manager"];
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];

/** Which role it is about. */
export function roles(app, value, chosen) {
  return segments("role", app.t("signin.role"), ROLES.map((role) => ({ value: role, text: app.t(`role.${role}`) })), value, chosen);
}

export function openSignIn(app) {
  const form = { role: app.you?.role ?? "marker", pin: "", name: "", until: 0, wrong: "" };
  openSheet("signin", () => drawing(app, form));
}

function drawing(app, form) {
  const { t } = app;
  const wait = Math.ceil((form.until - Date.now()) / 1000);
  const said = wait > 0 ? t("signin.wait", { n: wait }) : form.wrong;
  return {
    title: t("signin.title"),
    note: t("signin.note"),
    body: [
      roles(app, form.role, (role) => {
        form.role = role;
        redrawSheet();
      }),
      field({ key: "pin", label: t("signin.pin"), value: form.pin, type: "password", complete: "current-password", typed: (pin) => (form.pin = pin) }),
      make("p", { class: "wrong", role: "alert" }, said),
      make("div", { class: "keypad" }, ...KEYS.map((key) => padKey(app, form, key))),
      field({ key: "name", label: t("signin.name"), value: form.name, most: 80, complete: "name", typed: (name) => (form.name = name) }),
    ],
    foot: [button({ key: "signin-enter", kind: "main", text: t("signin.enter"), why: wait > 0 ? said : "", tap: () => enter(app, form) })],
  };
}

function padKey(app, form, key) {
  const digit = key.length === 1;
  return button({
    key: `pad-${key}`,
    kind: "pad-key",
    text: digit ? key : "",
    sign: digit ? null : key === "back" ? "undo" : "close",
    name: digit ? key : app.t(key === "back" ? "back" : "signin.clear"),
    tap: () => {
      form.pin = digit ? form.pin + key : key === "back" ? form.pin.slice(0, -1) : "";
      redrawSheet();
    },
  });
}

async function enter(app, form) {
  const { role, pin, name } = form;
  const answer = await app.desk.post("signin", { role, pin, name: name.trim(), device: app.desk.device }).catch(() => null);
  if (answer?.status === "ok") return closeSheet();
  form.pin = "";
  form.wrong = app.words(answer?.words) || app.t(answer ? "signin.wrong" : "failed");
  if (answer?.retry_s) {
    form.until = Date.now() + answer.retry_s * 1000;
    countDown(form);
  }
  return redrawSheet();
}

/** Says every second how long it is locked, until it is not. */
function countDown(form) {
  const timer = setInterval(() => {
    redrawSheet();
    if (Date.now() >= form.until) clearInterval(timer);
  }, 1000);
}

/** The address `…/panel#pair=<token>` of a QR code: used once, and out of the address at once. */
export async function pairByLink(app) {
  const token = new URLSearchParams(location.hash.slice(1)).get("pair");
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await app.desk.post("pair", { token, device: app.desk.device }).catch(() => null);
  if (answer?.status === "ok") app.say(app.t("signin.paired", { role: app.t(`role.${answer.you.role}`) }));
  else app.say(app.words(answer?.words) || app.t("signin.nopair"), "refused", { stays: true });
}
