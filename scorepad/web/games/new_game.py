"""A new game: choosing a rulebook, filling in its form; or a rematch of the same table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import RuleError, RuleFileError, scheme_missing
from scorepad.formats import letters_of
from scorepad.game.decide import setup
from scorepad.game.state.events import Opened
from scorepad.repository import StoredGame
from scorepad.rule_library import is_own
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.reach import FAMILIES, USUAL, family, family_in_words
from scorepad.web.fields import whole
from scorepad.web.games.forms import DRAW, NewGameForm
from scorepad.web.hands import game_page
from scorepad.web.submit import (
    Answer,
    FormState,
    field_of,
    game_or_404,
    game_template,
    idempotency_key,
    refusal_of,
    repository,
    rule_library,
    who,
)
from scorepad.words import _, ours

LATELY = 3  # rulebooks offered because they were played last
MANY = 8  # players: the last number that is offered, for so many and more


@dataclass(frozen=True)
class Offer:
    """A game to choose, `shown` where it is what is looked for; `also`: by which other names it was found."""

    key: str
    rulebook: Rulebook
    title: str
    shown: bool
    also: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """All that it is called."""
        return [*dict.fromkeys((self.title, self.rulebook.name, *self.rulebook.also))]


@dataclass(frozen=True)
class Group:
    """Games below a heading; `folded`: they are shown when one asks for them."""

    heading: str
    offers: Sequence[Offer]
    folded: bool = False

    @property
    def shown(self) -> int:
        """How many are what is looked for."""
        return sum(one.shown for one in self.offers)


def groups(query: str, players: int | None) -> list[Group]:
    """All games, each once; shown are those that have a name like `query` and are for so many players (MANY: and more).

    The others stand there too: the script shows them as soon as what is looked for is another.
    """
    books = rule_library().rulebooks()
    lately = [key for key in _played_lately(books) if key not in USUAL][:LATELY]
    folded: dict[str, list[str]] = {kind: [] for kind in (*FAMILIES, "")}
    for key, book in books.items():
        if key not in (*USUAL, *lately):
            folded["" if is_own(key) else family(book)].append(key)
    own = folded.pop("")
    found = [
        Group("", _offers(books, USUAL, query, players)),
        Group(_("Played lately"), _offers(books, lately, query, players)),
        *(Group(family_in_words(one), _offers(books, keys, query, players), True) for one, keys in folded.items()),
        Group(_("Our own rules"), _offers(books, own, query, players), True),
    ]
    return [one for one in found if one.offers]


def _offers(books: Mapping[str, Rulebook], keys: Sequence[str], query: str, players: int | None) -> list[Offer]:
    return [offer(key, books[key], letters_of(query), players) for key in keys]


def offer(key: str, book: Rulebook, wanted: str, players: int | None) -> Offer:
    title = _("Oh Hell, the usual one") if key == USUAL[0] else ours(book.name)
    found = [name for name in dict.fromkeys((title, book.name, *book.also)) if wanted in letters_of(name)]
    return Offer(key, book, title, bool(found) and _fits(book, players), [] if title in found else found)


def _fits(book: Rulebook, players: int | None) -> bool:
    fewest, most = book.players
    return players is None or fewest <= players <= most or (players == MANY and most >= MANY)


def _played_lately(books: Mapping[str, Rulebook]) -> list[str]:
    """The keys of the latest games' rulebooks, latest first."""
    find = repository().games
    games = sorted(find("running", limit=10) + find("finished", limit=10), key=lambda one: one.updated)
    by_name = {rulebook.name: key for key, rulebook in books.items()}
    names = dict.fromkeys(one.summary.rulebook for one in reversed(games))
    return [by_name[name] for name in names if name in by_name]


blueprint = Blueprint("new_game", __name__)

NEWCOMERS = 3  # whom the page of a rematch asks for


@blueprint.get("/games/new")
def choose() -> str:
    """`?rulebook=pike&players=4`: the form of a new game by these rules; without one that is known, all to choose from,
    or those with `?q=` in a name and for so many players."""
    key, query = request.args.get("rulebook", ""), request.args.get("q", "")
    players = whole(request.args.get("players"), 2, MANY)
    rulebook = rule_library().rulebooks().get(key)
    if rulebook is None:
        found = groups(query, players)
        return render_template("games/choose.html", groups=found, query=query, players=players, many=MANY)
    return _page(NewGameForm.blank(key, rulebook, today=date.today().isoformat()), FormState(), seats=players or 0)


def _page(form: NewGameForm, form_state: FormState, seats: int = 0) -> str:
    known = repository().evenings.offered()
    return render_template(
        "games/new.html", form=form, house=form.house, form_state=form_state, known=known, seats=seats
    )


@blueprint.post("/games")
def create() -> Answer:
    """Begin the game and go to its page; 422 with the form where something does not fit, 404 for an unknown rulebook.

    `again=1` begins nothing: another scheme was chosen, so the form comes back with its options.
    """
    form = NewGameForm.typed(rule_library().find_rulebook(request.form.get("rulebook", "")), request.form)
    if form.hidden.event_id.data and request.form.get("again") == "1":
        return _page(form, FormState())
    try:
        opened = _opened(form)
    except (RuleError, RuleFileError) as error:
        return _page(form, FormState({field_of(error): refusal_of(error)}, request.form)), 422
    if remark := form.played.remark_on_ladder(len(form.names)):
        flash(remark)
    return _begin(opened)


def _begin(opened: Opened) -> Answer:
    game_id = repository().create(opened, by=who(), event_id=idempotency_key())
    return redirect(url_for("games.show", game_id=game_id), code=303)


def _opened(form: NewGameForm) -> Opened:
    if not form.scheme.data:
        raise scheme_missing(form.rulebook.name)
    scheme = rule_library().find_scheme(form.scheme.data)
    with form.house.refusing_at_the_text():
        house = form.house.house()
        return setup.open_game(form.rulebook, scheme, form.names, first_dealer=_dealer(form), house=house, **form.head)


def _dealer(form: NewGameForm) -> str | None:
    """The name chosen, None for the first player; chance belongs here, not in the model."""
    if form.dealer == DRAW and DRAW not in form.names:
        return random.SystemRandom().choice(form.names) if form.names else None
    return form.dealer or None


@blueprint.get("/games/<game_id>/rematch")
def ask_rematch(game_id: str) -> str:
    """Who of the table, those who left too, plays again, who is new, and where; 404 for no game."""
    return _ask_rematch(game_or_404(game_id), FormState())


def _ask_rematch(stored: StoredGame, form_state: FormState) -> str:
    known = repository().evenings.offered(without=stored.game.names.values())
    return game_template("games/rematch.html", stored, form_state, known=known, new=NEWCOMERS)


@blueprint.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Answer:
    """Another game of this table, as before or, with `asked`, of those who are ticked and named; the deal goes on where
    it stopped. 422 where the rules do not fit them."""
    stored, typed, today = game_or_404(game_id), request.form, date.today().isoformat()
    try:
        if not typed.get("asked"):
            return _begin(setup.rematch(stored.game, date=today))
        ticked = [stored.game.names[one] for one in stored.game.sheet.seats.everyone if typed.get(f"plays.{one}")]
        came = [name for at in range(NEWCOMERS) if (name := typed.get(f"new.{at}", "").strip())]
        return _begin(setup.rematch(stored.game, [*ticked, *came], date=today, location=typed.get("location", "")))
    except (RuleError, RuleFileError) as error:  # such as a ladder that fitted fewer players
        state = FormState({"rematch": refusal_of(error)}, typed)
        return (_ask_rematch(stored, state) if typed.get("asked") else game_page.page(stored, state)), 422
