"""What starts, prints, reads and writes: ports, paper, files given by name."""

from __future__ import annotations

from scorepad.errors.base import ScorepadError
from scorepad.words import _


class PortTaken(ScorepadError):
    """Another program listens there. No other port is taken instead: phones know this one."""

    def __init__(self, port: int) -> None:
        self.port = port
        super().__init__(
            _(
                "Port {port} is taken: Scorepad is open already, or another program is there. End that one, or choose "
                "another port with --port; phones then come in by new links."
            ).format(port=port)
        )


def cannot_listen(host: str, port: int) -> ScorepadError:
    """The address is not one of this machine's, or the port is not for everybody."""
    return ScorepadError(
        _("Cannot listen on {host}, port {port}: that address is not this computer’s, or not allowed.").format(
            host=host, port=port
        )
    )


def unknown_paper(paper: str, known: list[str]) -> ScorepadError:
    """No such paper to print on."""
    return ScorepadError(
        _("There is no paper called “{paper}” here; there is {known}.").format(
            paper=str(paper)[:40], known=", ".join(known)
        )
    )


class NothingToPrint(ScorepadError):
    """A file of all sheets without one: a PDF without a page is none."""

    def __init__(self) -> None:
        super().__init__(_("There is no game to print."))


class TooManyDrawings(ScorepadError):
    """So many ask for sheets and pictures at once that others have to come back in a moment."""

    def __init__(self) -> None:
        super().__init__(_("Many are asking for sheets and pictures just now. Try again in a moment."))


def file_unreadable(name: str, reason: str) -> ScorepadError:
    """A file given by its name cannot be read."""
    return ScorepadError(_("“{name}” cannot be read: {reason}").format(name=name, reason=reason))


def file_unwritable(name: str, reason: str) -> ScorepadError:
    """A file given by its name cannot be written."""
    return ScorepadError(_("“{name}” cannot be written: {reason}").format(name=name, reason=reason))


def not_for_a_terminal() -> ScorepadError:
    """Bytes that would only make a mess on the screen."""
    return ScorepadError(_("A PDF cannot be shown here. Say where to write it: -o FILE."))
