// Sheets: what rises from below over the panel, one at a time. The browser's own dialog keeps the keyboard
// inside, closes by Escape and gives the focus back to where it came from.

import { make, part, setText } from "../dom.js";
import { icon } from "./bits.js";

let open = null; // {name, draw}
let dialog = null;

/** Has to be called once, with the page's `<dialog>`. */
export function prepareSheet(element, closeLabel) {
  dialog = element;
  part("sheetClose", dialog).setAttribute("aria-label", closeLabel);
  part("sheetClose", dialog).append(icon("close"));
  part("sheetClose", dialog).addEventListener("click", closeSheet);
  dialog.addEventListener("close", () => {
    if (dialog.open) return; // the browser tells it later: the next sheet may have risen
    open = null;
    document.body.removeAttribute("data-sheet");
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) closeSheet(); // beside it
  });
}

/**
 * Opens a sheet. `draw()` gives {title, note?, body: [elements], foot?: [elements]} and is asked again by
 * `redrawSheet` whenever the table has said something; null closes the sheet.
 */
export function openSheet(name, drawing) {
  open = { name, draw: drawing };
  if (!fillSheet()) return;
  document.body.setAttribute("data-sheet", name);
  if (!dialog.open) dialog.showModal();
  part("sheetBody", dialog).scrollTop = 0;
}

export function closeSheet() {
  if (dialog.open) dialog.close();
}

export function openedSheet() {
  return dialog.open ? (open?.name ?? null) : null;
}

/**
 * Draws the open sheet anew; whoever had the focus has it afterwards. While somebody types, the body stays as it
 * is: a phone would lose its keyboard with the field.
 */
export function redrawSheet() {
  if (dialog.open && open) fillSheet(dialog.contains(document.activeElement) && document.activeElement.tagName === "INPUT");
}

function fillSheet(typing = false) {
  const drawn = open.draw();
  if (drawn === null) {
    closeSheet();
    open = null;
    return false;
  }
  const { title, note = "", body, foot = [] } = drawn;
  const focused = document.activeElement?.dataset?.key;
  dialog.dataset.name = open.name;
  setText(part("sheetTitle", dialog), title);
  setText(part("sheetNote", dialog), note);
  if (!typing) part("sheetBody", dialog).replaceChildren(...body);
  part("sheetFoot", dialog).replaceChildren(...foot);
  part("sheetFoot", dialog).hidden = foot.length === 0;
  if (focused && !typing) dialog.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

/** A group of a sheet under a heading. */
export function group(heading, ...children) {
  return make("section", { class: "group" }, make("h3", {}, heading), ...children);
}
