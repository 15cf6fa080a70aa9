"""The program, which looks after the games as soon as it is started: `python -m soak.hurried WORDS`."""

from __future__ import annotations

from scorepad.cli import main
from scorepad.store import maintenance

if __name__ == "__main__":
    maintenance.FIRST = 0.0  # else what is kept of a day is waited for, start after start
    raise SystemExit(main())
