"""Tests of typing a paper sheet into a grid, next to a photo that never leaves the device."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from browser.phone import Phone
from scorepad.store import Store
from scorepad.web import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PHOTOGRAPH = Path(__file__).parents[2] / "static" / "icon-512.png"


@pytest.fixture
def sent(by_plain_http: None, phone: Phone, store: Store) -> Iterator[list[bytes]]:
    """Return the list of all request bodies that the phone sends to a Scorepad on the test's own store."""
    bodies: list[bytes] = []
    app = create_app(store)
    answer = app.wsgi_app

    def noted(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        bodies.append(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        return answer(environ | {"wsgi.input": io.BytesIO(bodies[-1])}, start_response)

    app.wsgi_app = noted  # type: ignore[method-assign]
    with phone.visiting(app):
        yield bodies


def type_in(phone: Phone, *cells: object) -> None:
    """Type values one after the other, each with Enter."""
    for cell in cells:
        phone.driver.switch_to.active_element.send_keys(str(cell), Keys.ENTER)


def seen_of_the_photograph(phone: Phone) -> list[int]:
    """Return the size of the drawn photo, and the number of non-zero channels of its middle pixel."""
    return list(phone.run(
        "const c = document.querySelector('.picture:not([hidden]) canvas');"
        "return c ? [c.width, c.height, c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1)"
        ".data.filter(Boolean).length] : []"
    ))  # fmt: skip


@pytest.mark.soak
def test_a_sheet_is_typed_by_keys_alone_beside_its_photograph_which_is_sent_nowhere(
    sent: list[bytes], phone: Phone
) -> None:
    phone.open("/import/type")
    phone.element("#photo").send_keys(str(PHOTOGRAPH))
    assert phone.wait_until(lambda: seen_of_the_photograph(phone))[:2] == [512, 512]
    assert seen_of_the_photograph(phone)[2] > 0
    phone.element("#grid thead input").click()
    type_in(phone, "Ann", "Bob", "Cat", "")
    type_in(phone, 2, 1, 1, 0, 0, 1, 1)
    type_in(phone, 1, 1, 0, 0, 0, 1, "q")
    Select(phone.element("#rulebook")).select_by_value("pike")
    phone.tap_on("#asked button.do")
    phone.wait_for_words("#asked .refusal", "Hand 2: “q” is not a number")
    assert seen_of_the_photograph(phone), "it stays"
    cell = next(field for field in phone.all("#grid td input") if field.get_attribute("value") == "q")
    assert cell.get_attribute("aria-label") == "Hand 2, Cat, Taken"
    cell.send_keys(Keys.BACKSPACE, "1")
    phone.tap_on("#asked button.do")
    phone.wait_for_words("#asked .preview", "Ann")
    assert phone.texts("#asked .preview td")[1] == "20", "Bob’s"
    phone.click("#asked [name=keep]")
    phone.wait_until(lambda: "/games/" in phone.path)
    assert any(b"Ann bid" in body for body in sent)
    assert not any(PHOTOGRAPH.read_bytes()[8:64] in body or b"filename" in body for body in sent)


def test_rows_of_the_text_are_taken_up_again_by_the_grid(sent: list[bytes], phone: Phone) -> None:
    rows = "hand\tcards\tAnn bid\tAnn points\tBob bid\tBob points\n1\t2\t1\t11\t0\t-5"
    phone.open("/import/type")
    phone.run("document.getElementById('rows').value = arguments[0]", rows)
    phone.element("#asked [name=date]").send_keys("last Thursday")
    phone.expected = "status of 422"
    phone.run("document.getElementById('import').submit()")  # as without scripts
    phone.wait_for_words("#asked .refusal", "“last Thursday” is not a date.")
    assert [element.get_attribute("value") for element in phone.all("#grid thead input")][:2] == ["Ann", "Bob"]
    shown = [
        element.get_attribute("value")
        for element in phone.all("#grid tbody tr:first-child input")
        if element.is_displayed()
    ]
    assert shown == ["2", "1", "11", "0", "-5"]
    assert [element.text for element in phone.driver.find_elements(By.CSS_SELECTOR, "#grid tbody th")] == ["1", "2"]
    phone.open("/import/type")
    assert phone.run("return document.getElementById('rows').value") == rows
    phone.tap_on("#empty")
    assert phone.run("return document.getElementById('rows').value") == ""
    phone.tap_on("#empty")
    assert phone.run("return document.getElementById('rows').value") == rows
