"""Run the release checks: python -m tools.release builds wheel and source into dist/ and prints the findings.

The exit status is 1 if a check fails.
"""

import sys
import tempfile
from pathlib import Path

from tools.release import agreement, building, container, pythons
from tools.translating import catalogues


def main() -> int:
    """Build, check and run; print one sentence per finding."""
    built = building.build(Path("dist"))
    languages = sorted(catalogues.LANGUAGES.glob("*.po"))
    words = [sentence for path in languages for sentence in catalogues.shortcomings(path)]
    wrong = [*agreement.disagreements(), *building.missing(built), *words]
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    if wrong:
        return 1
    by_version = pythons.available()
    for version, python in by_version.items():
        with tempfile.TemporaryDirectory() as folder:
            pythons.run_by_uvx(built.wheel, python, Path(folder))
        print(f"{built.wheel.name} runs by uvx on Python {version}.")
    if len(by_version) < 2:
        print("It has to be seen on two Pythons at least, from 3.11 on; there is one here.", file=sys.stderr)
        return 1
    with container.clean_folder() as folder:
        container.installed_and_started(built.wheel, folder)
    print("The steps of the container install and start it, without the image that they stand on.")
    if agreement.is_not_yet_released():
        print(f"The changelog says that {agreement.VERSION} is not yet released.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
