"""Every word a user sees passes here, so that a translation needs no change of code.

Standard-library gettext: a catalogue `<language>/LC_MESSAGES/scorepad.mo` in `scorepad/locale`, or in the folder
that SCOREPAD_LOCALE names (for who is just writing one), is picked by the usual environment variables (LANGUAGE,
LC_ALL, LANG); without one the English text stands. `make words` collects the texts for translators.
"""

from __future__ import annotations

import gettext
import os
from pathlib import Path

_folder = os.environ.get("SCOREPAD_LOCALE") or Path(__file__).parent / "locale"
_catalogue = gettext.translation("scorepad", localedir=str(_folder), fallback=True)

LANGUAGE = _catalogue.info().get("language") or "en"

_ = _catalogue.gettext
ngettext = _catalogue.ngettext


def ours(text: str) -> str:
    """A sentence of a rule file in the language of who reads; a group's own is in no catalogue and stays as it is."""
    return _(text) if text else ""
