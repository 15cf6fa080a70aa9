"""Run the program with maintenance right after its start: `python -m soak.hurried WORDS`."""

from scorepad.cli import main
from scorepad.store import maintenance

if __name__ == "__main__":
    maintenance.FIRST = 0.0  # otherwise each start waits before it makes the daily backup
    raise SystemExit(main())
