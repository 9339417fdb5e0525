// What a manager can do here: pair one more tablet by a QR code, change a role's PIN.

import { draw, make } from "../dom.js";
import { button, field } from "./bits.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";
import { roles } from "./sign.js";

export function openPairing(app) {
  const form = { role: "marker", code: null };
  const ask = async () => {
    form.code = null;
    redrawSheet();
    const answer = await app.desk.post("pairing", { role: form.role }).catch(() => null);
    form.code = answer?.qr ? answer : null;
    if (!form.code) app.say(app.words(answer?.words) || app.t("failed"), "refused");
    redrawSheet();
  };
  openSheet("pair", () => pairing(app, form, ask));
  ask();
}

function pairing(app, form, ask) {
  const { t } = app;
  const until = form.code ? new Date(form.code.until).toLocaleString(app.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" }) : "";
  return {
    title: t("pair.title"),
    note: form.code ? t("pair.note", { until }) : t("loading"),
    body: [
      roles(app, form.role, (role) => {
        form.role = role;
        ask();
      }),
      ...(form.code ? [qr(form.code.qr, t("pair.title")), make("p", { class: "address" }, form.code.url)] : []),
    ],
    foot: [button({ key: "pair-again", kind: "second", text: t("pair.again"), tap: ask })],
  };
}

/** The code as one path of squares; the quiet around it that a camera needs is in its rows. */
function qr(rows, label) {
  const size = rows.length;
  const path = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return draw("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label }, draw("rect", { width: size, height: size, fill: "#fff" }), draw("path", { d: path, fill: "#000" }));
}

export function openNewKey(app) {
  const form = { role: "marker", pin: "" };
  openSheet("newKey", () => ({
    title: app.t("newKey.title"),
    note: app.t("newKey.note"),
    body: [
      roles(app, form.role, (role) => {
        form.role = role;
        redrawSheet();
      }),
      field({ key: "pin", label: app.t("newKey.pin"), value: form.pin, type: "password", complete: "new-password", typed: (pin) => (form.pin = pin) }),
    ],
    foot: [button({ key: "newKey-save", kind: "main", text: app.t("save"), tap: () => save(app, form) })],
  }));
}

async function save(app, form) {
  const answer = await app.desk.post("keys", form).catch(() => null);
  if (answer?.status !== "ok") return app.say(app.words(answer?.words) || app.t("failed"), "refused");
  closeSheet();
  return app.say(app.t("newKey.done", { role: app.t(`role.${form.role}`) }));
}
