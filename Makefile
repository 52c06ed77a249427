# One command for a person, a hook and CI: make check. PYTHON=... chooses the interpreter of the environments.
PYTHON ?= python3
ARGS ?= nb tree 1nn --data breast_cancer
BIN := .venv/bin
LOWEST := .venv-lowest/bin
READY := .venv/.ready
READY_PACKAGE := .venv/.package
# Files of tests side by side in two processes, so that those which wait for processes of their own cost no time.
SIDE_BY_SIDE := -n $(or $(WORKERS),2) --dist loadfile --no-loadscope-reorder
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
READY_LOWEST := .venv-lowest/.ready
DOCS := .venv-docs/bin
READY_DOCS := .venv-docs/.ready

.DEFAULT_GOAL := help
.PHONY: help setup compare test check fix bench calibrate fuzz mutants wheel release cards papers adaptive truth evals margins leagues adaptive-league factors picture docs browser test-lowest clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY)  ## make .venv with the pinned versions (quick when nothing changed)

compare: $(READY_PACKAGE)  ## run learners and judge them; ARGS="nb tree --data my.csv --target y" overrides
	$(BIN)/outperform compare $(ARGS)

test: check  ## set up, then everything CI runs

check: $(READY)  ## format, lint, types, layers, tests with coverage
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest $(SIDE_BY_SIDE) --cov=src

fix: $(READY)  ## format and mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)  ## speed side by side with peers, as ratios
	$(BIN)/python -m benchmarks

calibrate: $(READY)  ## the slow tests: error rates by simulation
	$(BIN)/python -m pytest -m "slow or calibration"

fuzz: $(READY)  ## 50,000 odd inputs: a typed error or a finite answer; N=200000 for more
	OMP_NUM_THREADS=1 $(BIN)/python tests/fuzz --cases $(or $(N),50000) --jobs 2

mutants: $(READY)  ## small changes that some test should notice: N=40 SEED=0 BASE=main (a few minutes on two cores)
	$(BIN)/python -m tools.mutants --n $(or $(N),40) --seed $(or $(SEED),0) --base $(or $(BASE),main) $(if $(MAP),--map)

wheel: $(READY)  ## build into dist, and try the wheel in a new environment; PYTHONS="python3.11 python3.12" for several
	$(BIN)/python -m tools.release --try --python $(or $(PYTHONS),$(PYTHON))

release: $(READY)  ## what wheel does, where tree and changelog are ready: see CONTRIBUTING.md
	$(BIN)/python -m tools.release --python $(or $(PYTHONS),$(PYTHON))

cards: $(READY)  ## certify all procedures anew: docs/cards (some minutes on two cores)
	$(BIN)/outperform lab certify --all docs/cards --datasets 200 --jobs 2

papers: $(READY)  ## obtain the five papers again: docs/papers (within an hour on two cores; resumes after a stop)
	@mkdir -p build
	@if command -v java >/dev/null; then PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install -qq -e '.[weka]'; \
	else echo "without Java: Bouckaert & Frank with other learners than Weka's (apt-get install default-jre-headless)"; fi
	$(BIN)/outperform paper --all docs/papers --budget standard --jobs 2 --store build/papers.db

adaptive: $(READY)  ## run the study of adaptive-cv anew: docs/adaptive.md (an hour or two on two cores; resumes after a stop)
	$(BIN)/python -m studies.adaptive --jobs 2

truth: $(READY)  ## run the study of the corrected threshold anew: docs/truth.md (two hours on two cores; resumes after a stop)
	$(BIN)/python -m studies.truth --jobs 2

evals: $(READY)  ## run the study of fixed systems on items anew: docs/evaluations.md (35 minutes of one core; resumes after a stop)
	$(BIN)/python -m studies.evals --jobs 2

margins: $(READY)  ## run the study of margins anew: docs/margins.md (2 minutes of one core; resumes after a stop)
	$(BIN)/python -m studies.margins

leagues: $(READY)  ## run the study of leagues anew: docs/leagues.md (20 minutes of one core; resumes after a stop); UCI=folder of ARFF files
	$(BIN)/python -m studies.leagues --jobs 2 $(if $(UCI),--uci $(UCI))

adaptive-league: $(READY)  ## run the study of adaptive-league anew: docs/adaptive-league.md (an hour of one core; resumes after a stop); UCI=folder of ARFF files
	$(BIN)/python -m studies.adaptive_league --jobs 2 $(if $(UCI),--uci $(UCI))

factors: $(READY)  ## measure the factors of learners that are missing: procedures/caution.json (40 minutes of one core for all)
	$(BIN)/python -m studies.factors --jobs 2

picture: $(READY)  ## draw the picture of the README again: docs/images
	$(BIN)/python docs/images/picture.py

docs: $(READY_DOCS)  ## build the documentation into build/docs, warnings as errors
	@mkdir -p build/site
	PYTHONPATH=docs OMP_NUM_THREADS=1 $(DOCS)/python -m sitemaker build/site
	NO_MKDOCS_2_WARNING=1 $(DOCS)/python -m mkdocs build --quiet --strict -f build/site/mkdocs.yml
	@echo "open build/docs/index.html"

browser:  ## install Debian's chromium, for the tests that open pages in it
	$(SUDO) apt-get update
	$(SUDO) apt-get install -y --no-install-recommends chromium

test-lowest: $(READY_LOWEST)  ## the tests once, on the lowest supported versions
	$(LOWEST)/python -m pytest tests src --ignore=tests/test_mutants.py --ignore=tests/test_studies.py --ignore=tests/test_truth.py --ignore=tests/test_evals_study.py --ignore=tests/test_margins_study.py --ignore=tests/test_leagues_study.py --ignore=tests/test_adaptive_league_study.py

clean:  ## remove the environments and everything generated
	rm -rf .venv .venv-lowest .venv-docs build dist htmlcov .coverage .coverage.* .hypothesis
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# PIP_CONSTRAINT rather than -c: it pins the build backend too, which pip installs apart. -qq leaves errors visible.
# The package alone, without the developers' tools: what make compare needs.
$(READY_PACKAGE): pyproject.toml constraints.txt
	@echo "1 of 2: creating the environment .venv"
	@$(PYTHON) -m venv .venv
	@echo "2 of 2: installing outperform, numpy, scipy, pandas and scikit-learn into it (once; about a minute)"
	@PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install -qq -e .
	@touch $@

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install -qq -e '.[dev]'
	@touch $(READY_PACKAGE) $@

$(READY_LOWEST): pyproject.toml constraints-lowest.txt
	$(PYTHON) -m venv .venv-lowest
	PIP_CONSTRAINT=constraints-lowest.txt $(LOWEST)/python -m pip install -qq -e '.[parquet,report]' pytest hypothesis polars
	@touch $@

$(READY_DOCS): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-docs
	PIP_CONSTRAINT=constraints.txt $(DOCS)/python -m pip install -qq -e '.[docs]'
	@touch $@
