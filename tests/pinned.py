"""Environment of the tests, the same on every machine.

Import this before anything that reads the environment. Programs that a test starts inherit it.
"""

import os
import time

OURS = frozenset({"SCOREPAD_SOAK", "SCOREPAD_DICE", "SCOREPAD_DRAW"})
"""Variables that configure the test run itself."""

DROPPED = (
    "LC_", "LANG", "SCOREPAD_", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PG", "LISTEN_",
    "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "PYTHON_COLORS", "PYTHONIOENCODING", "PYTHONWARNINGS", "PYTHONOPTIMIZE",
    "SOURCE_DATE_EPOCH", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "NO_PROXY", "FLASK_", "WERKZEUG_",
)  # fmt: skip
"""Prefixes of the variables that would change what a program does or writes."""

PINNED = {
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "COLUMNS": "80",
    "LINES": "24",
    "TERM": "dumb",
    "SCOREPAD_FONTS": os.devnull,  # no font of this machine
}


def pin() -> None:
    """Set the environment, the time zone and the umask of this process."""
    for name in list(os.environ):
        if name.upper().startswith(DROPPED) and name not in OURS:
            del os.environ[name]
    os.environ.update(PINNED)
    os.environ.setdefault("HOME", os.path.expanduser("~"))
    if hasattr(time, "tzset"):
        time.tzset()
    os.umask(0o022)


pin()
