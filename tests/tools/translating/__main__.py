"""Update the message catalogues of all languages and print what each one lacks; run by `make words`.

To start a new language, create its file first: `touch scorepad/languages/it.po`.
"""

import sys

from babel.messages.catalog import Catalog
from tools.translating import catalogues

SHOWN = 10
"""Maximum number of missing messages to print."""


def main() -> int:
    """Return exit status 1 if a language lacks a message, or has one that would break a page."""
    words, faults = catalogues.collected(), 0
    for path in sorted(catalogues.LANGUAGES.glob("*.po")):
        catalogue = catalogues.brought_up(catalogues.read(path), words)
        path.write_bytes(catalogues.as_text(catalogue))
        path.with_suffix(".mo").write_bytes(catalogues.compiled(catalogue))
        faults += _told(path.stem, catalogue)
    return 1 if faults else 0


def _told(code: str, catalogue: Catalog) -> int:
    """Print the state of a language; return the number of its missing and wrong messages."""
    lacks, wrong = catalogues.missing(catalogue), list(catalogues.wrong(catalogue))
    print(f"{code}: {len(catalogue) - len(lacks)} of {len(catalogue)} messages.")
    for message in lacks[:SHOWN]:
        where = f" ({message.context})" if message.context else ""
        print(f"  lacks: {message.id if isinstance(message.id, str) else message.id[0]}{where}")
    if len(lacks) > SHOWN:
        print(f"  … and {len(lacks) - SHOWN} more")
    for sentence in wrong:
        print(f"  {sentence}")
    return len(lacks) + len(wrong)


if __name__ == "__main__":
    sys.exit(main())
