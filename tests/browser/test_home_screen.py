"""Tests of a host's group on the home screen of a phone, over HTTPS.

The browser can install it. Opening it shows the last game, even if the server does not answer.
"""

import json
import re
from pathlib import Path

from proxies import behind
from scorekeeper import Scorekeeper

from browser.away import kept, works
from browser.phone import Phone

ASKED = """
const asked = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
return asked.map((one) => one.transferSize);
"""


def test_a_group_is_put_on_the_home_screen_and_opens_at_the_last_game_without_network(
    phone: Phone, tmp_path: Path
) -> None:
    with behind("nginx", tmp_path) as host:
        phone.address = host.caller().address
        phone.open("/")
        phone.wait_until(lambda: phone.run("return document.readyState === 'complete'"))
        sizes = phone.run(ASKED)
        assert 1 <= len(sizes) <= 3, "requests of the host's first page"
        assert 1000 < sum(sizes) <= 8000, "bytes, heads and all"
        owner = Scorekeeper(host.caller())
        owner.visit("/")
        owner.send("/begin", name="Thursday")
        link = re.search(r"(/g/\w+)/enter\?key=\S+", owner.page.text)
        assert link
        owner.visit(f"{link[1]}/games/new?rulebook=ohell")
        game = owner.send("/games", "Start", players__0="Ann", players__1="Bob", players__2="Cat").path
        phone.open(link[0])
        phone.open(game)
        works(phone)
        phone.wait_until(lambda: kept(phone).get(game))
        manifest_answer = phone.driver.execute_cdp_cmd("Page.getAppManifest", {})
        assert manifest_answer["errors"] == []
        assert phone.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"] == []
        manifest = manifest_answer["manifest"]
        assert manifest["startUrl"] == manifest["scope"] == f"{phone.address}{link[1]}/"
        assert json.loads(manifest_answer["data"])["display"] == "standalone"
    phone.expected = "Failed to load resource|fetching the script"
    phone.driver.get("about:blank")
    phone.driver.get(manifest["startUrl"])
    phone.wait_until(lambda: phone.path == game)
    phone.wait_for_words("h1", "Hand 1")
    phone.bid(0, 0)
    phone.driver.refresh()
    phone.wait_for_words("h1", "Hand 1")
    phone.wait_until(lambda: [phone.chosen(player) for player in phone.bidders] == ["0", "0", None])
    assert phone.complaints() == []
    phone.turn_away()
