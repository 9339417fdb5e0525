// The marker's screen stays on while the panel is seen, where the browser allows it (not without TLS).

let held = null;

export async function stayAwake() {
  if (held && !held.released) return;
  held = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}
