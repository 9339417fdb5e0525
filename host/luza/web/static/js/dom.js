// The few things that pages do to their elements. Text goes in as text, never as markup.

/** Makes an element: `make("span", {class: "ball", "data-kind": "cue"}, "7")`. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  return fill(element, attributes, children);
}

/** The same for drawings. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  return fill(element, attributes, children);
}

/** The element of a page's template that carries `data-part="name"`. */
export function part(name, within = document) {
  return within.querySelector(`[data-part="${name}"]`);
}

export function setText(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

/** Sets an attribute; null, undefined and false take it away, true leaves it empty. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? "" : value)) {
    element.setAttribute(name, value === true ? "" : value);
  }
}

/** Shows or hides by the `hidden` attribute. */
export function show(element, visible) {
  if (element.hidden === visible) element.hidden = !visible;
}

const madeFrom = new WeakMap();

/** Rebuilds the children of `element`, but only when `key` (what they are made from) has changed. */
export function rebuild(element, key, children) {
  const made = JSON.stringify(key);
  if (madeFrom.get(element) === made) return;
  madeFrom.set(element, made);
  element.replaceChildren(...children());
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children);
  return element;
}
