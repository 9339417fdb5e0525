// The reason of a stroke's verdict, as a sheet of the panel.

import { make } from "../dom.js";
import { reason } from "../why/reason.js";
import { whyTexts } from "../why/texts.js";
import { openSheet, redrawSheet } from "./sheet.js";

export function openWhy(app, n) {
  const page = { why: null, failed: false, rev: null };
  openSheet("why", () => {
    if (page.rev !== app.panel()?.rev) load(app, n, page); // a call may have changed the verdict
    const note = page.why ? "" : app.t(page.failed ? "failed" : "loading");
    return {
      title: whyTexts(app.lang)("title", { n }),
      note,
      body: page.why ? [make("div", { class: "why" }, ...reason(page.why, { lang: app.lang, turned: app.ui.turned, players: app.whole()?.players ?? [] }))] : [],
    };
  });
}

async function load(app, n, page) {
  page.rev = app.panel()?.rev;
  try {
    page.why = await app.desk.get(`why/${n}`);
    page.failed = false;
  } catch {
    page.why = null;
    page.failed = true;
  }
  redrawSheet();
}
