// After an update of the host an open page would run old scripts for months: it loads itself anew, once.

const KEY = "luza.renewed";
const builtFrom = document.documentElement.dataset.build;

/** `build` is of the page files that the host has now. */
export function renewIfUpdated(build) {
  if (!build || build === builtFrom) return;
  try {
    if (sessionStorage.getItem(KEY) === build) return;
    sessionStorage.setItem(KEY, build);
  } catch {
    return; // without a memory it would load itself for ever
  }
  location.reload();
}
