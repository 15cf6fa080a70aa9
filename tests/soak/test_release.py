"""Tests of the release archives: on every Python of this machine, and by the steps of the container."""

from pathlib import Path

import pytest
from tools.release.building import Built, build
from tools.release.container import clean_folder, installed_and_started
from tools.release.pythons import available, run_by_uvx

pytestmark = pytest.mark.soak  # it installs again and again


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("built"))


def test_the_wheel_runs_by_uvx_on_every_python_here(built: Built, tmp_path: Path) -> None:
    pythons = available()
    assert len(pythons) >= 2
    for version, python in pythons.items():
        folder = tmp_path / version
        folder.mkdir()
        run_by_uvx(built.wheel, python, folder)


def test_the_steps_of_the_container_install_and_start_it_as_a_user_who_is_not_root(built: Built) -> None:
    with clean_folder() as folder:
        installed_and_started(built.wheel, folder)
