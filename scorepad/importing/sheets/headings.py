"""The meaning of columns by their headings.

Headings may be in English, Dutch, French, German, Hungarian, Italian, Portuguese, Romanian or Spanish. Scorepad's own
headings are known in all its languages.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.report.sheet_files import heads, heads_of_a_player
from scorepad.importing.sheets.cells import text_of
from scorepad.words import _, call_in_every_language

_WORDS = {
    "date": "date day datum fecha data dia jour tag giorno dag",
    "place": "place location where venue lieu ort lugar luogo local plaats",
    "game": "game rulebook jeu spiel juego gioco jogo spel",
    "scheme": "scheme scoring wertung puntuacion puntentelling",
    "scorer": "scorer scorekeeper marqueur schreiber anotador segnapunti marcador schrijver",
    "hand": "hand round deal rnd manche donne runde ronda mano giro rodada ronde giv handnumber roundnumber "
    "roundindex kor",
    "number": "no nr num number nummer numero gameid",
    "cards": "cards cartes karten cartas carte kaarten kort handsize ofcards numberofcards cardsdealt "
    "cardsperplayer lap lapok carti",
    "dealer": "dealer donneur geber repartidor mazziere carteador dador deler gever giver",
    "opens": "opens firstbidder entame eroffnet ausspiel abre apre salida inizia",
    "status": "status statut estado stato",
    "trump": "trump trumps atout trumpf triunfo briscola trunfo troef trumf palo suit trumpsuit adu atu",
    "comment": "remark remarks comment comments note notes remarque bemerkung notiz nota notas opmerking",
    "player": "player name joueur nom spieler jugador nombre giocatore nome jogador speler naam players "
    "playername displayname jatekos jucator",
    "bid": "bid bids bet bets call calls annonce pari mise ansage gebot vorhersage tipp apuesta prediccion "
    "dichiarazione chiamata aposta previsao bod bieding voorspeld voorspelling bud predicted prediction guess "
    "contract trickscalled tricksbid bidtricks judgement judgment vallalas licitat",
    "taken": "taken tricks trick took won got actual result realise realises realisee obtenu plis pli levees stiche "
    "gemacht bazas baza prese presa vazas vaza slagen slag gewonnen stick stik trickstaken trickswon tricksmade "
    "tricksgot actualtricks feitas utes utesek",
    "made": "made gehaald erfullt geschafft reussi acierto achieved facut",
    "off": "off ernaast daneben ecart diferencia difference diff",
    "points": "points point pts score scores punkte puntos puntaje punti pontos punten poeng poang handscore "
    "roundscore handpoints roundpoints pont puncte rounddelta",
    "total": "total totals running runningtotal runningscore totalscore totalpoints scoretotal cumulative "
    "cumulativescore cumul kumuliert gesamt gesamtstand summe acumulado cumulato totale totaal sum sumsofar stand",
    "adjustment": "adjustment penalty bonus ajustement anpassung korrektur ajuste aggiustamento rettifica correctie",
    "ignored": "average avg mean moyenne durchschnitt schnitt promedio media gemiddelde rank ranking rang id time "
    "duration start end winner winners gewinner sieger vainqueur gagnant ganador vincitore vencedor winnaar loser "
    "dealerid playerid bidtotal totalbid totalbids sumofbids overunder",
}
MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
"""The meaning of each heading, in lower-case letters without accents."""

OF_A_PLAYER = ("bid", "taken", "made", "off", "points", "total", "adjustment")
OF_ALL = (
    "date", "place", "game", "scheme", "scorer", "hand", "cards", "dealer", "opens", "status", "trump", "comment",
    "player",
)  # fmt: skip

_ROUND = re.compile(r"([a-z]*?)\d{1,3}")
_NO_NAMES = {"best", "final", "high", "highest", "low", "lowest", "team", "avg", "max", "min", "all", "our", "their"}
_SEPARATORS = " \xa0\u202f\t_:-–—·./|()[]"
_BOUNDARY = re.compile(f"[{re.escape(_SEPARATORS)}]+|(?<=[a-zß-ÿ0-9])(?=[A-ZÀ-Þ])")


@cache
def _own_headings() -> Mapping[str, str]:
    """Return the meanings of Scorepad's own headings in all languages."""
    every = call_in_every_language(lambda: {**heads(), **heads_of_a_player()})
    return {letters_of(head): meaning for headings in every for meaning, head in headings.items()}


class Heads(NamedTuple):
    """The meaning of each column, by its index from 0."""

    of_all: dict[str, int]
    """Columns of the whole row: date, game, hand, cards …"""
    of_players: dict[str, dict[str, int]]
    """Columns of each player: bid, taken, points, total …"""
    other: dict[str, int]
    """Columns with an unknown heading. If a row is an evening, these are player names."""
    labels: Mapping[int, str] = {}
    """The heading of each column, for messages."""
    seats: dict[str, int] = {}  # noqa: RUF012 (a NamedTuple)
    """Columns whose cells name the players, if a row has several; `of_players` has the results by their headings."""


def parse_heading(text: str) -> tuple[str, str]:
    """Return the player name and meaning of a heading such as “Ann bid” or “Points (Ann)”.

    The name is "" for “hand”. Both are "" for “Ann”.
    """
    return (text and (_parse_heading(text, MEANINGS) or _parse_heading(text, _own_headings()))) or ("", "")


def _parse_heading(text: str, meanings: Mapping[str, str]) -> tuple[str, str] | None:
    if text.strip() in ("#", "№"):
        return "", "number"
    if meaning := meanings.get(letters_of(text)):
        return "", meaning
    for name, part in split_heading(text):
        meaning = meanings.get(letters_of(part), "")
        if meaning in OF_A_PLAYER:
            return ("", "ignored") if letters_of(name) in _NO_NAMES or letters_of(name) in MEANINGS else (name, meaning)
    return None


def parse_numbered(text: str) -> tuple[str, str]:
    """Return the number and the meaning of a heading such as “Score 1”; the number is "" if it has none."""
    number = "".join(filter(str.isdigit, text))
    name, meaning = parse_heading("".join(letter for letter in text if not letter.isdigit()).strip())
    return number, "" if name else meaning


def labels_of(headings: Sequence[str]) -> list[str]:
    """Return a unique label for each column: its heading, with its letter if it is empty or repeated."""
    return [
        text if text and headings.count(text) == 1 else f"{text} ({letter_of(index)})".strip()
        for index, text in enumerate(headings)
    ]


def letter_of(index: int) -> str:
    """Return the letter of a column in a spreadsheet program: A to Z, AA and so on."""
    return (letter_of(index // 26 - 1) if index > 25 else "") + chr(ord("A") + index % 26)


def names_in(headings: Sequence[str], index: int) -> list[str]:
    """Return the parts of a heading that may be the name of a player.

    Another heading has the same name or the same other part, or the other part has a meaning.
    """
    others = [pair for at, text in enumerate(headings) if at != index for pair in split_heading(text)]
    names, words = ({letters_of(pair[at]) for pair in others} for at in (0, 1))
    return [
        name
        for name, word in split_heading(headings[index])
        if parse_heading(name) == ("", "")
        if letters_of(name) in names or letters_of(word) in words or parse_heading(word)[1]
    ]


def round_of(heading: str) -> str:
    """Return the number of a heading such as R1, Round 1 or 1, or ""."""
    text = letters_of(heading)
    match = _ROUND.fullmatch(text)
    is_round = match and (match[1] in ("", "r", "h", "g") or MEANINGS.get(match[1]) in ("hand", "game"))
    return text[len(match[1]) :] if match and is_round else ""


def is_game(heading: str) -> bool:
    """Return whether a heading such as G1 or Game 1 numbers a whole game."""
    word = parse_numbered(heading)[1] or letters_of(heading).rstrip("0123456789")
    return word in ("game", "g")


def split_heading(text: str) -> Iterator[tuple[str, str]]:
    """Yield each way to read a heading as a player's name and another part, with the name first or last."""
    whole = text_of(text)
    at = [match.span() for match in _BOUNDARY.finditer(whole)]
    for begin, end in at:
        yield _name(whole[:begin]), whole[end:]
    for begin, end in reversed(at):
        yield _name(whole[end:]), whole[:begin]


def _name(text: str) -> str:
    name = text.rstrip(_SEPARATORS).lstrip(" (:")
    return name.removesuffix("'s").removesuffix("’s")


# --- meanings that the user chooses ---------------------------------------------------------------------------

_ALIASES = {"tricks": "taken", "comment": "comment", "ignore": "ignored", "running": "total"}


@dataclass(frozen=True)
class Column:
    """A column: its index, its unique label, and its meaning, for columns of a player also the name.

    The meaning is "" if it is not known, and "ignored" if the column is set aside.
    """

    index: int
    label: str
    player: str = ""
    meaning: str = ""
    is_chosen: bool = False

    @property
    def code(self) -> str:
        """Return the meaning as the user chooses it: “bid:Ann”, “cards”, “ignored”."""
        return f"{self.meaning}:{self.player}" if self.player else self.meaning


def parse_code(code: str) -> tuple[str, str] | None:
    """Return the player and the meaning of a choice such as “bid:Ann”, or None if there is no such meaning."""
    meaning, _colon, player = (part.strip() for part in code.partition(":"))
    meaning = _ALIASES.get(meaning.lower(), meaning.lower())
    if player:
        return (player, meaning) if meaning in OF_A_PLAYER else None
    return ("", meaning) if meaning in (*OF_ALL, *OF_A_PLAYER, "number", "ignored") else None


def parse_choices(text: str) -> dict[str, str]:
    """Return the meanings by column of a text such as “Ann bet=bid:Ann,Day=date”.

    Raise SheetUnreadable for a meaning that does not exist.
    """
    choices: dict[str, str] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        label, _equals, code = part.rpartition("=")
        if not label or parse_code(code) is None:
            meanings = ", ".join((*(f"{meaning}:Ann" for meaning in ("bid", "tricks", "points")), *OF_ALL, "ignore"))
            words = _("“{text}” does not name a column and its meaning. Meanings: {meanings}.")
            raise SheetUnreadable(words.format(text=part[:40], meanings=meanings))
        choices[label.strip()] = code.strip()
    return choices
