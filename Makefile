# Short names for the usual jobs; `make` alone lists them.
PYTHON ?= .venv/bin/python

.PHONY: help setup check test slow tapes ci
help:        ## this list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed 's/: *##/\t/'
setup:       ## a virtual environment with everything a developer needs
	python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]'
check:       ## lint and types
	$(PYTHON) -m ruff check . && $(PYTHON) -m ruff format --check . && $(PYTHON) -m mypy
test:        ## the fast tests
	$(PYTHON) -m pytest -q
slow:        ## the long tests
	$(PYTHON) -m pytest -q -m slow
tapes:       ## make the tapes from their sources
	$(PYTHON) -m harness build
ci:          ## all that a submission must pass
	.ci/run
