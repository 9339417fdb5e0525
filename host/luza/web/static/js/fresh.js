// After an update of the host an open page would run old scripts for months: it loads itself anew, once.

const KEY = "luza.renewed";
const builtFrom = document.documentElement.dataset.build;

/** `build` is of the page files that the host has now. */
export function renewIfUpdated(build) {
  if (!build || build === builtFrom || sessionStorage.getItem(KEY) === build) return;
  sessionStorage.setItem(KEY, build);
  location.reload();
}
