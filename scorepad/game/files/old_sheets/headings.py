"""What a column holds, by the words above it: in English, Dutch, French, German, Italian, Portuguese and Spanish, and
as Scorepad writes them in any language that it speaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from scorepad.errors import SheetUnreadable
from scorepad.formats import letters_of
from scorepad.game.files.old_sheets.cells import Line, text_of
from scorepad.game.report.sheet_files import heads, heads_of_a_player
from scorepad.words import _, in_every_language

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
    "remark": "remark remarks comment notes remarque bemerkung nota opmerking",
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
"""What is meant by a head, written in small plain letters."""


@cache
def _written() -> Mapping[str, str]:
    """What is meant by the heads of Scorepad's own sheets in every language, which are read for it."""
    every = in_every_language(lambda: {**heads(), **heads_of_a_player()})
    return {letters_of(head): meaning for said in every for meaning, head in said.items()}


_SUMS = {"sum", "sums", "totals", "summe", "somme", "suma", "soma", "somma", "som"}

OF_A_PLAYER = ("bid", "taken", "made", "off", "points", "total", "adjustment")


class Heads(NamedTuple):
    """What the columns hold, by their places from 0."""

    of_all: dict[str, int]
    """date, game, hand, cards …"""
    of_players: dict[str, dict[str, int]]
    """By name: bid, taken, points, total …"""
    other: dict[str, int]
    """What is no word of these: names, where a row is an evening."""


def heads_of(cells: Iterable[str]) -> Heads:
    """What the columns below these heads hold; a column that comes twice counts where it stands first."""
    found = Heads({}, {}, {})
    for column, text in enumerate(cells):
        name, meaning = meant(text)
        if name:
            found.of_players.setdefault(name, {}).setdefault(meaning, column)
        elif meaning:
            found.of_all.setdefault(meaning, column)
        elif text:
            found.other.setdefault(text_of(text), column)
    return found


def refuse_twice(heads: Heads, line: Line) -> None:
    """SheetUnreadable where one head stands above two columns that count: one of them would be lost."""
    used = [column for parts in heads.of_players.values() for column in parts.values()] or heads.other.values()
    for text in (line.cells[column] for column in used):
        if line.cells.count(text) > 1:
            words = _("“{head}” stands above two columns. Let the heads tell them apart.")
            raise SheetUnreadable(words.format(head=text[:40]), line.number)


def is_sum(heads: Heads, line: Line) -> bool:
    """Whether a row says at its begin that it only adds up those above it."""
    said = (letters_of(line.cell(column)) for column in (0, heads.of_all.get("hand", 0)))
    return any(word in _SUMS or MEANINGS.get(word) == "total" for word in said)


def meant(text: str) -> tuple[str, str]:
    """Name and meaning of a head such as “Ann bid” or “Ann: points”; "" for the name in “hand”, for both in “Ann”."""
    return (text and (_meant(text, MEANINGS) or _meant(text, _written()))) or ("", "")


def _meant(text: str, meanings: Mapping[str, str]) -> tuple[str, str] | None:
    if meaning := meanings.get(letters_of(text)):
        return "", meaning
    words = text_of(text).split(" ")
    for at in range(1, len(words)):
        name, part = " ".join(words[:at]).rstrip(" :-–·"), meanings.get(letters_of(" ".join(words[at:])))
        if name and part in OF_A_PLAYER:
            return name, part
    return None
