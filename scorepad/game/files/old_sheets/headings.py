"""The meaning of columns by their headings.

Headings may be in English, Dutch, French, German, Italian, Portuguese or Spanish. Scorepad's own headings are known
in all its languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.files.old_sheets.cells import Line, text_of
from scorepad.game.report.sheet_files import heads, heads_of_a_player
from scorepad.words import _, call_in_every_language

_WORDS = {
    "date": "date datum fecha data",
    "place": "place location where lieu ort lugar luogo local plaats",
    "game": "game rulebook jeu spiel juego gioco jogo spel",
    "scheme": "scheme scoring wertung puntuacion puntentelling",
    "scorer": "scorer marqueur schreiber anotador segnapunti marcador schrijver",
    "hand": "hand round deal manche donne runde ronda mano giro rodada ronde",
    "cards": "cards cartes karten cartas carte kaarten",
    "dealer": "dealer donneur geber repartidor mazziere carteador dador deler gever",
    "opens": "opens firstbidder entame eroffnet ausspiel abre apre salida inizia",
    "status": "status statut estado stato",
    "trump": "trump trumps atout trumpf triunfo briscola trunfo troef",
    "comment": "remark remarks comment notes remarque bemerkung nota opmerking",
    "player": "player joueur spieler jugador giocatore jogador speler",
    "bid": "bid annonce ansage apuesta dichiarazione chiamata aposta bod",
    "taken": "taken tricks won got result plis stiche bazas prese vazas slagen",
    "made": "made gehaald erfullt reussi acierto",
    "off": "off ernaast daneben ecart diferencia",
    "points": "points score punkte puntos punti pontos punten",
    "total": "total running runningtotal cumul kumuliert gesamt gesamtstand acumulado cumulato totale totaal",
    "adjustment": "adjustment ajustement anpassung korrektur ajuste aggiustamento rettifica correctie",
}
MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
"""The meaning of each heading, in lower-case letters without accents."""


@cache
def _own_headings() -> Mapping[str, str]:
    """Return the meanings of Scorepad's own headings in all languages."""
    every = call_in_every_language(lambda: {**heads(), **heads_of_a_player()})
    return {letters_of(head): meaning for headings in every for meaning, head in headings.items()}


_SUMS = {"sum", "sums", "totals", "summe", "somme", "suma", "soma", "somma", "som"}

OF_A_PLAYER = ("bid", "taken", "made", "off", "points", "total", "adjustment")


class Heads(NamedTuple):
    """The meaning of each column, by its index from 0."""

    of_all: dict[str, int]
    """Columns of the whole row: date, game, hand, cards …"""
    of_players: dict[str, dict[str, int]]
    """Columns of each player: bid, taken, points, total …"""
    other: dict[str, int]
    """Columns with an unknown heading. If a row is an evening, these are player names."""


def heads_of(cells: Iterable[str]) -> Heads:
    """Return the meanings of the columns below these headings.

    The first of two equal headings counts.
    """
    columns = Heads({}, {}, {})
    for column, text in enumerate(cells):
        name, meaning = parse_heading(text)
        if name:
            columns.of_players.setdefault(name, {}).setdefault(meaning, column)
        elif meaning:
            columns.of_all.setdefault(meaning, column)
        elif text:
            columns.other.setdefault(text_of(text), column)
    return columns


def refuse_duplicates(heads: Heads, line: Line) -> None:
    """Raise SheetUnreadable if two columns that count have the same heading, because one would be lost."""
    used = [column for parts in heads.of_players.values() for column in parts.values()] or heads.other.values()
    for text in (line.cells[column] for column in used):
        if line.cells.count(text) > 1:
            words = _("“{head}” is the heading of two columns. Give each column its own heading.")
            raise SheetUnreadable(words.format(head=text[:40]), line.number)


def is_sum(heads: Heads, line: Line) -> bool:
    """Return whether the row is a sum of the rows above, by its first cell or its hand cell."""
    texts = (letters_of(line.cell(column)) for column in (0, heads.of_all.get("hand", 0)))
    return any(word in _SUMS or MEANINGS.get(word) == "total" for word in texts)


def parse_heading(text: str) -> tuple[str, str]:
    """Return the player name and meaning of a heading such as “Ann bid” or “Ann: points”.

    The name is "" for “hand”. Both are "" for “Ann”.
    """
    return (text and (_parse_heading(text, MEANINGS) or _parse_heading(text, _own_headings()))) or ("", "")


def _parse_heading(text: str, meanings: Mapping[str, str]) -> tuple[str, str] | None:
    if meaning := meanings.get(letters_of(text)):
        return "", meaning
    words = text_of(text).split(" ")
    for at in range(1, len(words)):
        name, part = " ".join(words[:at]).rstrip(" :-–·"), meanings.get(letters_of(" ".join(words[at:])))
        if name and part in OF_A_PLAYER:
            return name, part
    return None
