"""What a phone keeps and has not sent: where a page tells it, by a script (kept.js) that alone can look there.

On the page of the device, on the one that asks a stranger for a key, for their link may have been taken back, and on
the one that says that a group has moved.
"""

from __future__ import annotations

from flask import url_for
from markupsafe import Markup

from scorepad.words import _


def unsent_section() -> Markup:
    """Room for what is found, with the words for it. Nobody sees it without a script, nor where nothing is kept."""
    return Markup(
        '<section id="kept" hidden data-hands="{}" data-unknown="{}" data-save="{}" data-drop="{}" data-sure="{}" '
        'data-ask="{}"><h2>{}</h2><p class="hint">{}</p></section><script type="module" src="{}"></script>'
    ).format(
        _("{players}: hand {hands}"), _("A game that this phone may not see"), _("Save as a file"), _("Forget"),
        _("Forget for good"),
        _("The hands that were not sent are nowhere else. Save them first, or tap once more to forget them."),
        _("On this phone only"),
        _("Hands that have not been sent. The page of their game sends them by itself, and takes in a file of them."),
        url_for("static", filename="kept.js"),
    )  # fmt: skip
