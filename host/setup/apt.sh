#!/usr/bin/env bash
# Installs from apt whatever of the named packages is not on this machine yet.
# A name counts as present if it is a command or an installed package.
# Exit status: 0 all there, 3 something is missing and cannot be installed here (said on stderr).
set -euo pipefail

PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

is_here() {
    command -v "$1" >/dev/null 2>&1 ||
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_of() {
    local name
    for name in "$@"; do is_here "$name" || printf '%s ' "$name"; done
}

give_up() {
    printf 'luza: %s\n' "missing: ${missing% }" "$1" "Install it by hand: apt-get install ${missing% }" >&2
    exit 3
}

missing=$(missing_of "$@")
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null 2>&1 || give_up "there is no apt-get on this machine."
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || give_up "installing it needs root or sudo."
    as_root=(sudo)
    [ -t 0 ] || as_root=(sudo -n) # nobody there to type a password
    "${as_root[@]}" true || give_up "sudo refused."
fi

echo "luza: installing from apt: ${missing% }"
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -o DPkg::Lock::Timeout=120 "$@" </dev/null
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# An old list is better than none: a failed update is fatal only if the packages cannot be had either.
apt update >"$log" 2>&1 || true
# shellcheck disable=SC2086  # the list is meant to be split
if ! apt install -y --no-install-recommends $missing >>"$log" 2>&1; then
    tail -n 15 "$log" >&2
    give_up "apt-get could not install it (its last lines are above)."
fi
