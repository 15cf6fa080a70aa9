"""No name that our scripts write short is one that browsers have themselves: it could mean either."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from scorepad.web.server.short_names import shortened_names

STATIC = Path(__file__).parent.parent.parent / "static"


@pytest.mark.parametrize("engine", ["chromium", "firefox", "webkit"])
def test_a_name_written_short_is_not_the_browsers(request: pytest.FixtureRequest, engine: str) -> None:
    driver: WebDriver = request.getfixturevalue(engine)
    names = sorted(set().union(*(shortened_names(one.read_text("utf-8")) for one in STATIC.glob("*.js"))))
    assert len(names) > 100
    driver.get("about:blank")
    assert driver.execute_script("return arguments[0].filter((name) => name in window)", names) == []
