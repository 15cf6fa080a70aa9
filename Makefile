# make run      install Scorepad into .venv and start it; options for it in ARGS: make run ARGS="--port 8000"
# make test     check and every test, on all cores; options for pytest in ARGS: make test ARGS="-n0 -k store"
# make check    style, types, walls between the rooms
# make soak     the tests that do harm (kills, power cuts, spoilt bits, full disks, wrong clocks), for hours instead of minutes
# make mutants  break the model in every small way and see whether a test fails; ARGS="'scorepad.rules.rulebook.ladder.*'" for a part
# make bench    how quick it is
# make simulation   how far a host over a database goes, by what a hand costs here
# make release  build the wheel and the source into dist/, look whether all is in them and run the wheel on every Python here
# make words    bring every language in scorepad/languages up to what the program says, and say what each lacks
# make clean    take away what the others made

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

# Where Python is told to keep nothing compiled, each worker and each program of the tests would compile all anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test soak mutants check style types bench simulation pictures release words clean

run: .venv/run
	$(BIN)/scorepad $(ARGS)

# Two at once leave two cores idle for a third of the time, while browsers and programs start: three for every two.
WORKERS := $(shell expr $$(nproc 2>/dev/null || echo 2) \* 3 / 2)
# Types are checked beside the tests; what is wrong with them is told when those have ended.
test: style .venv/browser .venv/harm .venv/proxy .venv/database
	@$(MAKE) --no-print-directory types >.venv/types.log 2>&1 & checking=$$!; \
	  $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS); tested=$$?; \
	  wait $$checking; checked=$$?; cat .venv/types.log; [ $$tested = 0 ] && [ $$checked = 0 ]

soak: .venv/dev .venv/browser .venv/harm .venv/proxy .venv/database
	SCOREPAD_SOAK=1 $(BIN)/python -m pytest --timeout 86400 $(ARGS)

mutants: .venv/dev .venv/mutation
	PYTHONPATH=tests $(BIN)/python -m mutation $(ARGS)

check: style types

style: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m bench $(ARGS)

simulation: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m bench.simulation

# The pictures of the README, from the program as it is.
pictures: .venv/browser
	PYTHONPATH=tests $(BIN)/python -m readme_pictures

release: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m release

words: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m translating

clean:
	rm -rf .venv mutants build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp each, older than pyproject.toml when that has changed. What is installed is this folder itself (editable).
.venv/run: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'axe-playwright-python>=0.1.8'  # for axe's script alone
	touch $@ .venv/run

.venv/mutation: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutation]'
	touch $@

# What the tests in a browser tap in: Debian's, because they come with drivers of their own version.
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

# What stands before a host, and looks at the service that it prints. The two proxies are unpacked and not installed: they
# would start at once, at a port that may be taken.
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

# A PostgreSQL out of a package, begun once: where it cannot run, this says what it lacks. It refuses to run as root.
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
