"""Tests of the edition in the browser: the real folder, a static host and the three engines."""

from __future__ import annotations

import pytest
from browser.engines import EACH
from html_pages import Page
from scorekeeper import Scorekeeper, new_game
from selenium.webdriver.remote.webdriver import WebDriver

from in_browser.edition import StaticHost, Tab


def play_oh_hell(keeper: Scorekeeper) -> Page:
    new_game(keeper, "oh_hell", "Ann", "Ben", "אבי", house__ladder="2 1")
    keeper.bid(Ann=1, Ben=0)
    return keeper.page


@pytest.mark.parametrize("browser", EACH, indirect=True)
def test_an_evening_without_a_server_is_still_there_after_the_host_has_gone(
    browser: WebDriver, host: StaticHost
) -> None:
    tab = Tab(browser, host.address)
    keeper = Scorekeeper(tab)
    keeper.visit("/")
    new_game(keeper, "pike", "Ann", "Ben", "Cat")
    print(keeper.page.address, keeper.page.text[:300])
