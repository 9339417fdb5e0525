#!/usr/bin/env bash
# venv.sh FOLDER REQUIREMENT...: makes (or mends) the virtual environment and installs into it.
# PYTHON names another interpreter than python3.
set -euo pipefail

venv=$1
shift
python=${PYTHON:-python3}

stop() {
    printf 'luza: %s\n' "$@" >&2
    exit 1
}

if ! "$venv/bin/python" -c '' 2>/dev/null || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    command -v "$python" >/dev/null 2>&1 || stop "no $python on this machine: apt-get install python3 python3-venv"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "$("$python" --version) is too old: Luza needs Python 3.11 or newer." \
            "Name a newer one: make PYTHON=python3.12 ..."
    echo "luza: making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv" ||
        stop "could not make $venv. On Debian and Raspberry Pi OS: apt-get install python3-venv"
fi

echo "luza: installing into $venv: $*"
arguments=()
for requirement in "$@"; do
    case $requirement in
    .*) arguments+=(--editable "$requirement") ;;
    *) arguments+=("$requirement") ;;
    esac
done
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input "${arguments[@]}"
