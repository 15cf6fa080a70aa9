"""`make words`: brings the words of every language up to what the program says, and says what each one lacks.

A new language begins as a file: `touch scorepad/languages/it.po`, then this.
"""

from __future__ import annotations

import sys

from babel.messages.catalog import Catalog
from translating import catalogues

SHOWN = 10
"""Messages of those that lack which are named."""


def main() -> int:
    """Exit status 1 where a language lacks something, or would break a page."""
    words, faults = catalogues.collected(), 0
    for path in sorted(catalogues.LANGUAGES.glob("*.po")):
        catalogue = catalogues.brought_up(catalogues.read(path), words)
        path.write_bytes(catalogues.as_text(catalogue))
        path.with_suffix(".mo").write_bytes(catalogues.compiled(catalogue))
        faults += _told(path.stem, catalogue)
    return 1 if faults else 0


def _told(code: str, catalogue: Catalog) -> int:
    """Say how far a language is; how much it lacks or has wrong."""
    lacks, wrong = catalogues.missing(catalogue), list(catalogues.wrong(catalogue))
    print(f"{code}: {len(catalogue) - len(lacks)} of {len(catalogue)} messages.")
    for one in lacks[:SHOWN]:
        where = f" ({one.context})" if one.context else ""
        print(f"  lacks: {one.id if isinstance(one.id, str) else one.id[0]}{where}")
    if len(lacks) > SHOWN:
        print(f"  … and {len(lacks) - SHOWN} more")
    for sentence in wrong:
        print(f"  {sentence}")
    return len(lacks) + len(wrong)


if __name__ == "__main__":
    sys.exit(main())
