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


class CannotListen(ScorepadError):
    """The address is not one of this machine's, or the port is not for everybody."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            _("Cannot listen on {host}, port {port}: that address is not this computer’s, or not allowed.").format(
                host=host, port=port
            )
        )


class UnknownPaper(ScorepadError):
    """No such paper to print on."""

    def __init__(self, paper: str, known: list[str]) -> None:
        super().__init__(
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


class FileUnreadable(ScorepadError):
    """A file given by its name cannot be read."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(_("“{name}” cannot be read: {reason}").format(name=name, reason=reason))


class FileUnwritable(ScorepadError):
    """A file given by its name cannot be written."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(_("“{name}” cannot be written: {reason}").format(name=name, reason=reason))


class NotForATerminal(ScorepadError):
    """Bytes that would only make a mess on the screen."""

    def __init__(self) -> None:
        super().__init__(_("A PDF cannot be shown here. Say where to write it: -o FILE."))
