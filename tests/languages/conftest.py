"""Artificial languages for the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.translating import catalogues, pseudo

from scorepad import words


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    pseudo.write(folder, catalogues.collected())
    return folder


@pytest.fixture
def spoken(pseudo_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the program offer these two languages and English."""
    monkeypatch.setattr(words, "FOLDER", pseudo_folder)
    forget()
    with words.use_language(words.ENGLISH):
        yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Clear the caches of the languages."""
    words.codes.cache_clear()
    words.languages.cache_clear()
    words._catalogue.cache_clear()
