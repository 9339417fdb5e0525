// Text that must fit its box, whatever a player is called: the largest size at which it does.

const STEPS = 7; // halvings of the range: finer than a pixel on any screen

/**
 * Sets the font size of `element` between `least` and `most` (in rem) so that its text fits its box.
 * Words stay whole if that can be done at any of these sizes; else they break anywhere.
 */
export function fitText(element, least, most) {
  element.classList.remove("anywhere");
  if (largest(element, least, most)) return;
  element.classList.add("anywhere");
  largest(element, least, most);
}

/** Leaves `element` at the largest size that fits; false if none does. */
function largest(element, least, most) {
  if (tryAt(element, most)) return true;
  let [low, high] = [least, most];
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2;
    if (tryAt(element, middle)) low = middle;
    else high = middle;
  }
  return tryAt(element, low);
}

function tryAt(element, size) {
  element.style.fontSize = `${size}rem`;
  return element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
}
