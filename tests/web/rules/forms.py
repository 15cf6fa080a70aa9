"""What a browser sends for the form of a builder."""

import html
import re

from flask.testing import FlaskClient
from werkzeug.test import TestResponse


def standing(page: TestResponse) -> dict[str, str]:
    """Return what a browser would send for the unchanged form."""
    inputs = [
        dict(re.findall(r'([a-z]+)="([^"]*)"', tag)) | {"on": tag} for tag in re.findall(r"<input[^>]*>", page.text)
    ]
    sent = {
        field["name"]: html.unescape(field.get("value", ""))
        for field in inputs
        if "name" in field and (field.get("type") != "radio" or " checked" in field["on"])
    }
    for name, options in re.findall(r'<select id="\w+" name="(\w+)"[^>]*>(.*?)</select>', page.text, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        assert chosen
        sent[name] = html.unescape(chosen[1])
    return sent


def press(browser: FlaskClient, page: TestResponse, do: str, **changed: str) -> TestResponse:
    """Change some answers on a page and press one of its buttons."""
    address = page.request.path
    return browser.post(address, data={**standing(page), **changed, "do": do})
