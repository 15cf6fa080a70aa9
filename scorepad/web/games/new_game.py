"""A new game: the choice of a rulebook and its form; or a rematch of the same table."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.errors import RuleError, RuleFileError, scheme_missing
from scorepad.formats import letters_of
from scorepad.game.decide import setup
from scorepad.game.state.events import Opened
from scorepad.library import is_custom_key
from scorepad.repository import StoredGame
from scorepad.rules import other_games
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.relevance import FAMILIES, USUAL, family, family_in_words
from scorepad.web.fields import parse_int
from scorepad.web.form_state import FormState
from scorepad.web.games.forms import DRAW, NewGameForm
from scorepad.web.hands import game_page
from scorepad.web.rules.ladder_choices import ladder_choices
from scorepad.web.submit import (
    Answer,
    errors_of,
    game_or_404,
    game_template,
    idempotency_key,
    refusal_of,
    repository,
    rule_library,
    who,
)
from scorepad.words import _, ours

RECENT_RULEBOOKS = 3  # recently played rulebooks offered first
MANY = 8  # players: the largest number offered, which means 8 or more


@dataclass(frozen=True)
class Offer:
    """A rulebook to choose; `shown` if it matches the search, `also` are the other names that match."""

    key: str
    rulebook: Rulebook
    title: str
    shown: bool
    also: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """Return all names of the game."""
        return [*dict.fromkeys((self.title, self.rulebook.name, *self.rulebook.also))]


@dataclass(frozen=True)
class Group:
    """Rulebooks under a heading; `folded` if they are hidden until the user opens the group."""

    heading: str
    offers: Sequence[Offer]
    folded: bool = False

    @property
    def shown(self) -> int:
        """Return the number of rulebooks that match the search."""
        return sum(offer.shown for offer in self.offers)


def groups(query: str, players: int | None) -> list[Group]:
    """Return all rulebooks, each once, in groups.

    Those with a name like `query` and for that number of players are `shown` (MANY: that number or more). The others
    are on the page too: the script shows them when the search changes.
    """
    books = rule_library().rulebooks()
    find = repository().games
    latest = sorted(find("running", limit=10) + find("finished", limit=10), key=lambda game: game.updated)
    by_name = {rulebook.name: key for key, rulebook in books.items()}
    names = dict.fromkeys(game.summary.rulebook for game in reversed(latest))
    known = [by_name[name] for name in names if name in by_name]
    lately = [key for key in known if key not in USUAL][:RECENT_RULEBOOKS]
    folded: dict[str, list[str]] = {kind: [] for kind in (*FAMILIES, "")}
    for key, book in books.items():
        if key not in (*USUAL, *lately):
            folded["" if is_custom_key(key) else family(book)].append(key)
    custom = folded.pop("")
    all_groups = [
        Group(_("Common games"), _offers(books, USUAL, query, players)),
        Group(_("Played recently"), _offers(books, lately, query, players)),
        *(Group(family_in_words(kind), _offers(books, keys, query, players), True) for kind, keys in folded.items()),
        Group(_("Custom rules"), _offers(books, custom, query, players), True),
    ]
    return [group for group in all_groups if group.offers]


def _offers(books: Mapping[str, Rulebook], keys: Sequence[str], query: str, players: int | None) -> list[Offer]:
    return [offer(key, books[key], letters_of(query), players) for key in keys]


def offer(key: str, book: Rulebook, wanted: str, players: int | None) -> Offer:
    title = _("Oh Hell, the usual one") if key == USUAL[0] else ours(book.name)
    matches = book.names_with(wanted, title)
    fewest, most = book.seats
    fits = players is None or fewest <= players <= most or (players == MANY and most >= MANY)
    return Offer(key, book, title, bool(matches) and fits, [] if title in matches else matches)


blueprint = Blueprint("new_game", __name__)

ASKED = {"boerenbridge": ("op_en_neer", "boerenbridge")}
"""Names of several games, with the keys to choose from."""
BY_HAND = "by_hand"  # the scheme for a game that Scorepad does not know
NEWCOMERS = 3  # fields for new players on the rematch page


@blueprint.get("/games/new")
def choose() -> str:
    """Return the form of a new game for `?rulebook=pike&players=4`; `&scheme=` chooses another scoring.

    Without a known rulebook, return the list of all rulebooks. `?q=` and `?players=` filter that list. `?which=` asks
    which of several games of one name is meant.
    """
    key, query = request.args.get("rulebook", ""), request.args.get("q", "")
    players = parse_int(request.args.get("players"), 2, MANY)
    books = rule_library().rulebooks()
    if asked := ASKED.get(request.args.get("which", "")):
        return render_template("games/which.html", books={key: books[key] for key in asked}, players=players)
    rulebook = books.get(key)
    if rulebook is None:
        matching = groups(query, players)
        return render_template(
            "games/choose.html", groups=matching, query=query, players=players, many=MANY, asked=ASKED,
            usual=books[USUAL[0]], by_hand=rule_library().find_scheme(BY_HAND), others=other_games.other_games(),
            missing=other_games.find(query),
        )  # fmt: skip
    form = NewGameForm.blank(key, rulebook, today=date.today().isoformat(), scheme=request.args.get("scheme", ""))
    return _page(form, FormState(), seats=players or 0)


def _page(form: NewGameForm, form_state: FormState, seats: int = 0) -> str:
    known = repository().evenings.suggested_names()
    return render_template(
        "games/new.html", form=form, house=form.house, form_state=form_state, known=known, seats=seats,
        choices=ladder_choices(form.rulebook),
    )  # fmt: skip


@blueprint.post("/games")
def create() -> Answer:
    """Create the game and redirect to its page.

    Answer 422 with the form for invalid input, 404 for an unknown rulebook. `again=1` creates nothing: the user chose
    another scheme, so the form is rendered with its options.
    """
    form = NewGameForm.typed(rule_library().find_rulebook(request.form.get("rulebook", "")), request.form)
    if request.form.get("event_id") and request.form.get("again") == "1":
        return _page(form, FormState())
    try:
        opened = _opened(form)
    except (RuleError, RuleFileError) as error:
        return _page(form, FormState(errors_of(error), request.form)), 422
    if remark := form.played.remark_on_ladder(len(form.names)):
        flash(remark)
    return _begin(opened)


def _begin(opened: Opened) -> Answer:
    game_id = repository().create(opened, by=who(), event_id=idempotency_key())
    return redirect(url_for("game_page.show", game_id=game_id), code=303)


def _opened(form: NewGameForm) -> Opened:
    if not form.scheme:
        raise scheme_missing(form.rulebook.name)
    scheme = rule_library().find_scheme(form.scheme)
    with form.house.translate_errors():
        house, dealer = form.house.house(), form.dealer or None
        if dealer == DRAW and DRAW not in form.names:  # drawn here, since the model is deterministic
            dealer = random.SystemRandom().choice(form.names) if form.names else None
        setup.player_names(form.names)  # its errors name the field as typed
        return setup.open_game(form.rulebook, scheme, form.clockwise, first_dealer=dealer, house=house, **form.head)


@blueprint.get("/games/<game_id>/rematch")
def ask_rematch(game_id: str) -> str:
    """Return the form of a rematch: all players so far, new players, and the location; 404 if there is no such game."""
    return _ask_rematch(game_or_404(game_id), FormState())


def _ask_rematch(stored: StoredGame, form_state: FormState) -> str:
    known = repository().evenings.suggested_names(without=stored.game.names.values())
    return game_template("games/rematch.html", stored, form_state, known=known, new=NEWCOMERS)


@blueprint.post("/games/<game_id>/rematch")
def rematch(game_id: str) -> Answer:
    """Start another game of this table: as before or, with `asked`, with the players ticked and named.

    The deal continues where it stopped. Answer 422 if the rules do not allow these players.
    """
    stored, typed, today = game_or_404(game_id), request.form, date.today().isoformat()
    try:
        if not typed.get("asked"):
            return _begin(setup.rematch(stored.game, date=today))
        ticked = [
            stored.game.names[player] for player in stored.game.sheet.seats.everyone if typed.get(f"plays.{player}")
        ]
        newcomers = [name for at in range(NEWCOMERS) if (name := typed.get(f"new.{at}", "").strip())]
        return _begin(setup.rematch(stored.game, [*ticked, *newcomers], date=today, location=typed.get("location", "")))
    except (RuleError, RuleFileError) as error:  # such as a ladder for fewer players
        state = FormState({"rematch": refusal_of(error)}, typed)
        return (_ask_rematch(stored, state) if typed.get("asked") else game_page.page(stored, state)), 422
