# Everything runs in .venv, which is made from requirements.lock when it is missing or out of date.

PROFILE ?= paper
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check

# Hundreds of processes import the same thousands of modules: Python must be allowed to keep what it compiles of them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help reproduce verify reports site serve seeds check test test-fast faults fuzz digests lowest lint format bench lab lock clean distclean venv warm wasm

help:  ## print this list
	@echo "usage: make TARGET"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The runner leaves alone what is up to date, and runs as many notebooks side by side as there are cores; make -j1: one.
# Kernels are compiled ahead only if something is out of date (status 1 of --check).
define execute
	@$(RUN) -m companion.report --profile $(PROFILE) $(1) --check > /dev/null; \
		case $$? in 0) ;; 1) $(RUN) -m gametree.warm ;; *) exit 2 ;; esac
	@$(RUN) -m companion.report --profile $(PROFILE) $(1) \
		$(if $(EXECUTOR),--executor $(EXECUTOR)) $(if $(SCHEDULER),--scheduler $(SCHEDULER))
endef

reproduce: venv  ## execute PROFILE=paper|quick|deep (EXECUTOR=threads|processes|dask), compare with what is published (paper: five to nine minutes), make site/
	$(call execute,--reproduce)

verify: venv  ## the same with small samples, in two to three minutes (the first time also: compile all kernels)
	@$(MAKE) reproduce PROFILE=quick

reports: venv  ## for maintainers: publish anew in reports/ what is out of date, and the digests of the quick profile
	$(call execute)
	@$(RUN) -m companion.report --profile quick --reproduce --digests
	@$(RUN) -m companion.report.readme

site: venv  ## build the pages from the reports there are
	@echo "Building the site (about a minute)"
	@$(RUN) -m companion.report --profile $(PROFILE) --site

PORT ?= 8000

serve: site  ## build the site and serve it on localhost, PORT=8000
	@echo "The site is at http://localhost:$(PORT)/ (Ctrl+C ends it)"
	@$(RUN) -m http.server --bind 127.0.0.1 --directory site $(PORT)

seeds: warm  ## execute the notebooks of PROFILE under ten seeds and write down which verdicts change (an hour)
	@$(RUN) -m companion.report --profile $(PROFILE) --seeds 10

check: venv  ## say which reports are out of date
	@$(RUN) -m companion.report --profile $(PROFILE) --check

test: warm  ## run all tests
	$(PYTEST)

test-fast: warm  ## run the fast tests
	$(PYTEST) -m "not slow"

faults: warm  ## strike runs at 30 random moments of each kind, FAULTS=30 (half an hour)
	FAULTS=$(or $(FAULTS),30) $(RUN) -m pytest -s -n 2 tests/companion/report/test_faults.py

fuzz: venv  ## try ten minutes of arbitrary input on each of the readers, FUZZ=600 seconds
	FUZZ=$(or $(FUZZ),600) $(RUN) -m pytest tests/test_fuzz.py

digests: warm  ## say whether a fixed set of results is the same here, however it is computed
	$(RUN) -m pytest tests/test_digests.py

lowest:  ## run the fast tests of the library with the lowest versions that pyproject.toml allows (needs uv)
	uv venv --clear --python $(PYTHON) .venv-lowest
	uv pip install --python .venv-lowest --resolution lowest-direct --editable ".[dev]"
	.venv-lowest/bin/python -m pytest -m "not slow" tests/gametree tests/test_digests.py

# The tests of a file stay together, with what it prepares for them; each core has one JupyterLab and one browser.
# In the order of tests/conftest.py, the longest first: by itself xdist leaves files with few tests for the end.
# One process more than cores: those whose tests wait for a browser or a kernel leave theirs idle.
# Linear algebra in one thread, as notebooks have it: several would spin while they wait for each other.
PYTEST := OPENBLAS_NUM_THREADS=1 $(RUN) -m pytest -n $(shell expr $$(nproc 2>/dev/null || echo 1) + 1) --maxprocesses 4 --dist loadfile \
	--no-loadscope-reorder --durations 20

# Kernels are compiled once, on all cores, and kept; without this the first run of everything else would do it.
warm: venv  ## compile all kernels ahead
	@$(RUN) -m gametree.warm

lint: venv  ## check style, formatting, types and the direction of imports
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports

format: venv  ## put the sources into the project's format
	$(RUN) -m ruff check --fix-only .
	$(RUN) -m ruff format .

bench: venv  ## measure speed, against C and other libraries where they can be had, into a page, PAGE=bench/here
	@$(PIP) install --quiet --require-hashes -r requirements-bench.lock \
		|| echo "The other libraries can't be installed here: they are left out."
	$(RUN) -m bench --page $(or $(PAGE),bench/here)

wasm: venv  ## for maintainers: compile the C of the bench for the pages anew (needs clang and lld, or ziglang)
	@$(RUN) -m bench.wasm

lab: venv  ## open JupyterLab on localhost: an explorer is ready, and no committed file changes (it prints its address)
	@echo "JupyterLab is ready in a few seconds, at the address below. Meanwhile all searches are compiled, once, in two"
	@echo "to six minutes; what you run before that waits for its own alone. Control-C ends it."
	@nice -n 10 $(RUN) -m gametree.warm > /dev/null 2>&1 & \
		exec $(RUN) -m jupyterlab --config=lab/jupyter_config.py

lock:  ## compile the lock files again (needs uv)
	uv pip compile --quiet $(LOCK_OPTIONS) --extra dev pyproject.toml --output-file requirements.lock
	$(PYTHON) -c "$(BENCH_EXTRA)" | uv pip compile --quiet $(LOCK_OPTIONS) \
		--constraint requirements.lock - --output-file requirements-bench.lock

# Without rfc3987-syntax, which jsonschema needs for one check that nothing here makes: importing it takes over a second
# in every process that reads a notebook. The lock is complete, so pip need not look for dependencies.
LOCK_OPTIONS := --no-emit-package rfc3987-syntax --no-emit-package lark --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links
BENCH_EXTRA := import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['bench'], sep='\n')

clean:  ## remove what was built, but neither the committed reports, those of the deep profile nor .venv
	rm -rf site reproduced/paper reproduced/quick reproduced/seed-* reports/quick reports/scratch reports/failed
	rm -rf reports/.aside reports/.kept build *.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -path ./$(VENV) -prune -o -type d \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +

distclean: clean  ## remove .venv too
	rm -rf $(VENV) .venv-lowest

# What .venv was made from: the lock, and this folder, because the package is installed in place.
WANTED = { cat requirements.lock; echo "\# $(CURDIR)"; }

# Of thousands of modules most are never imported: Python compiles the others when they are, so pip need not.
venv:
	@if ! $(WANTED) | cmp -s - $(VENV)/made-from; then \
		set -e; \
		$(PYTHON) -c 'import sys; v = sys.version_info[:2]; v >= (3, 11) or sys.exit("Python 3.11 or newer is" \
			" needed, $(PYTHON) is %d.%d: make PYTHON=python3.12, for example." % v)'; \
		echo "Making $(VENV) from requirements.lock (about a minute)"; \
		$(PYTHON) -m venv --clear $(VENV); \
		$(PIP) install --quiet --no-compile --no-deps --require-hashes -r requirements.lock; \
		$(PIP) install --quiet --no-deps --no-build-isolation --editable .; \
		$(WANTED) > $(VENV)/made-from; \
	fi
