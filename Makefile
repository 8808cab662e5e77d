# Everything runs in a virtual environment of the project's own, made on first use from requirements.lock.
#   make demo    the main job, from nothing        make test   the fast tests
#   make help    what else there is

PYTHON  ?= python3
VENV    ?= .venv
RESULTS ?= results
ARGS    ?=
BIN     := $(VENV)/bin
READY   := $(VENV)/.ready
PIP     := $(BIN)/python -m pip --disable-pip-version-check

# How long the studies of `make slow` are: `full`, or `reduced` for a quick pass over the same code.
EQUIPOISE_STUDY ?= full
export EQUIPOISE_STUDY

# A missed (1) or undecided (3) target is what a run found out, not a failure of make.
answer = status=0; $(1) || status=$$?; case $$status in 0|1|3) ;; *) exit $$status ;; esac

.PHONY: help demo install test slow lint format types smoke faults bench lock clean
.DEFAULT_GOAL := help

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /  make \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

demo: $(READY) ## a deckfight experiment and a pig round robin, with verdicts and a report
	@$(call answer,$(BIN)/equipoise run configs/deckfight.toml --results $(RESULTS))
	@$(call answer,$(BIN)/equipoise run configs/pig.toml --results $(RESULTS))

install: $(READY) ## the virtual environment, without running anything

test: $(READY) ## the fast tests, a file at a time on two cores (ARGS='-k pig' is handed to pytest)
	$(BIN)/python -m pytest -n 2 --dist loadfile $(ARGS)

slow: $(READY) ## the long studies (EQUIPOISE_STUDY=reduced for the small form)
	$(BIN)/python -m pytest -m slow -n 2 --dist loadfile $(ARGS)

lint: $(READY) ## ruff: rules and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: $(READY) ## let ruff mend what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: $(READY) ## mypy
	$(BIN)/mypy

smoke: $(READY) ## every shipped experiment on a small budget
	$(BIN)/equipoise smoke

faults: $(READY) ## the fault campaign: damage, full disks, kills (ARGS='--count 300 --seed 1')
	$(BIN)/python -m tests.faults $(ARGS)

bench: $(READY) ## games a second, engine overhead, start-up times
	$(BIN)/python -m pytest tests/benchmarks -m "" --benchmark-only

lock: $(READY) ## resolve requirements.lock again
	$(PIP) install --quiet uv
	@sed '/^[^#]/,$$d' requirements.lock > $(VENV)/lock
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade --quiet \
		--generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links >> $(VENV)/lock
	@mv $(VENV)/lock requirements.lock

clean: ## remove the environment, caches and build products; results stay
	rm -rf $(VENV) build dist *.egg-info .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
		{ echo "Equipoise needs Python 3.11, 3.12 or 3.13; '$(PYTHON)' is not one. Try: make PYTHON=python3.11 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --requirement requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
