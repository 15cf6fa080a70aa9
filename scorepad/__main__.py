"""The entry point of `python -m scorepad`."""

from scorepad.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
