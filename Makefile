# Short names for the usual jobs; `make` alone lists them.
PYTHON ?= .venv/bin/python
SEED ?= $(shell date +%s)

.PHONY: help setup check test slow windows random agree sanitize coverage tapes wasm screenshots ci release site figures
help:        ## this list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed 's/: *##/\t/'
setup:       ## a virtual environment with everything a developer needs
	python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/pip install -q --no-deps -e ./pyspectrum
check:       ## lint and types
	$(PYTHON) -m ruff check . && $(PYTHON) -m ruff format --check . && $(PYTHON) -m mypy && $(dir $(PYTHON))lint-imports
test:        ## the fast tests
	$(PYTHON) -m pytest -q
slow:        ## all tests
	$(PYTHON) -m pytest -q --slow
windows:     ## the fast tests where Linux plays Windows
	SIMULATED=win32 PYTHONPATH=tests/windows $(PYTHON) -m pytest -q -n 0 $(OPTIONS)
random:      ## the tests with examples, on new ones (SEED=N repeats a run, OPTIONS=-x stops at the first)
	$(PYTHON) -m pytest -q -m hypothesis --hypothesis-profile=random --hypothesis-seed=$(SEED) $(OPTIONS) \
		--slow tests pyspectrum harness
agree:       ## all that solve against each other on thousands of random puzzles (SEED=N repeats a run)
	$(PYTHON) -m tools.agreement --seed $(SEED)
sanitize:    ## the compiled kernel's tests under the C compiler's sanitizers
	$(PYTHON) -m tools.sanitize
coverage:    ## what the fast tests do not reach: a table, and htmlcov/index.html
	$(PYTHON) -m pytest -q --cov --cov-report=term --cov-report=html
tapes:       ## make the tapes from their sources
	$(PYTHON) -m harness build
wasm:        ## make the solver's kernel for pages (clang and lld)
	$(PYTHON) -m tools.wasm
screenshots: ## make the pictures of README and docs (those of the studio need a Chromium)
	$(PYTHON) -m tools.pictures
figures:     ## the figures in docs/ that no fast test pins, against today's
	$(PYTHON) -m tools.figures
release:     ## what a release uploads, in dist/: wheels, source archives, the zip for Spectrum users
	$(PYTHON) -m tools.release
site:        ## the documents as a site, in build/site
	$(PYTHON) -m tools.site
ci:          ## all that a submission must pass
	.ci/run
