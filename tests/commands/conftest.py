"""The folder in which the tests of commands run."""

from pathlib import Path

import pytest
from program import with_a_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return with_a_game(tmp_path)
