"""Tests of the phone driver."""

from __future__ import annotations

import json
from typing import Any

import pytest
from selenium.common.exceptions import StaleElementReferenceException

from browser.phone import Phone


def test_a_page_that_goes_between_two_questions_is_looked_at_again(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver answers so if the element was on a page that has just been replaced."""
    gone = '{"code":-32000,"message":"Node with given id does not belong to the document"}'
    error = {"error": "unknown error", "message": f"unknown error: unhandled inspector error: {gone}", "stacktrace": ""}
    phone.driver.get("data:text/html,<p>There</p>")
    executor: Any = phone.driver.command_executor
    ask, answers = executor.execute, [{"status": 500, "value": json.dumps({"value": error})}]

    def late(command: str, parameters: dict[str, object]) -> object:
        return answers.pop() if command == "getElementText" and answers else ask(command, parameters)

    monkeypatch.setattr(executor, "execute", late)
    assert phone.words("p") == "There"
    answers.append({"status": 500, "value": json.dumps({"value": error})})
    with pytest.raises(StaleElementReferenceException):
        phone.element("p").text  # noqa: B018
