"""Every word a user sees passes here, so that a translation needs no change of code.

Standard-library gettext: a catalogue in `scorepad/locale/<language>/LC_MESSAGES/scorepad.mo` is picked up
by the usual environment variables (LANGUAGE, LC_ALL, LANG); without one the English text stands.
"""

from __future__ import annotations

import gettext
from pathlib import Path

_catalogue = gettext.translation("scorepad", localedir=str(Path(__file__).parent / "locale"), fallback=True)

_ = _catalogue.gettext
ngettext = _catalogue.ngettext
