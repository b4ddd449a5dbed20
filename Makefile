# HOOL Classroom. `make run` is all a teacher needs; `make help` lists the rest.
# Kept to what GNU make 3.81 knows, which is what macOS ships.

PYTHON = python3
PY = .venv/bin/python

.DEFAULT_GOAL = help
.PHONY: run test lint bench messages clean help

run: .venv/app.stamp ## serve a classroom on this network (PORT=9000 HOST=... DATA=other.sqlite)
	@exec $(PY) app.py

test: .venv/tests.stamp ## every test, the browser's too; installs what they need, a browser meanwhile
	$(PY) tests/browser/browser.py & browser=$$!; \
	$(PY) -m pytest -q -n 2 --dist worksteal --ignore=tests/browser && wait $$browser
	$(PY) -m pytest -q -n 2 --dist worksteal tests/browser

lint: .venv/tests.stamp ## style, types, templates, and whether the translations are up to date
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy --strict --follow-imports=silent --cache-dir .mypy_cache/strict hool/rules & strict=$$!; \
	$(PY) -m mypy && wait $$strict
	$(PY) -m djlint --lint --quiet templates
	$(PY) translations/messages.py --check

bench: .venv/tests.stamp ## how fast it is, as ratios (bench/README.md)
	$(PY) -m bench.replay
	$(PY) -m bench.speed
	$(PY) -m bench.page

messages: .venv/tests.stamp ## collect the sentences to translate into translations/
	$(PY) translations/messages.py

clean: ## remove what make installed and every cache; rooms and boards in data/ stay
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

# The stamps are older than a changed requirements file, and then pip runs again.
.venv/app.stamp: requirements.txt hool/analysis/requirements.txt | $(PY)
	@echo "Installing what HOOL needs into .venv (the first time needs the internet) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
	  -r hool/analysis/requirements.txt || echo "No double-dummy solver for this computer: HOOL runs without analysis."
	@touch $@

.venv/tests.stamp: tests/requirements.txt .venv/app.stamp
	@echo "Installing what the tests need into .venv ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@touch $@

# A half-made .venv would look like a whole one, so it does not stay.
$(PY):
	@found=; for p in $(PYTHON) python3.14 python3.13 python3.12 python3.11; do \
	  if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$p; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "HOOL needs Python 3.11 or newer, and finds: `$(PYTHON) --version 2>&1 || true`"; \
	  echo "Install it from https://www.python.org/downloads/ and run make again."; exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "This Python cannot make a virtual environment yet. On Debian and Ubuntu: sudo apt install python3-venv"; \
	  exit 1; \
	fi; \
	trap 'rm -rf .venv' 1 2 15; \
	$$found -m venv --clear .venv || { rm -rf .venv; exit 1; }
