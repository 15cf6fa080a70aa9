"""Pages of the program as a person sees them: text, refusals, the sheet as a table; and their forms.

From a form it sends what a browser sends: hidden fields, checked radios and chosen options.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from urllib.parse import urljoin, urlsplit

_DOCTYPE = "<!doctype html>"
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_UNSEEN = {"script", "style", "title", "datalist"}  # noscript is visible: there is no script
_SHORTER = {"brief", "fuller"}  # abbreviations of a name that is also there in full


_OWN_LABEL = {"hidden", "submit", "button"}
Pairs = list[tuple[str, str]]
Typed = str | int | bool | Sequence[str] | tuple[str, bytes]


@dataclass(slots=True)
class Node:
    """An element; `inside` holds elements and texts. The root lists `every` element in document order.

    Elements with the same attribute text share a read-only mapping of attributes.
    """

    tag: str
    attributes: Mapping[str, str]
    inside: list[Node | str] = field(default_factory=list)
    around: Node | None = None
    every: list[Node] | None = None

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    def has(self, name: str) -> bool:
        return name in self.attributes

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    def all(self, *tags: str) -> Iterator[Node]:
        """Yield the elements of these kinds inside this one, in document order."""
        if self.every is not None:
            yield from (node for node in self.every if not tags or node.tag in tags)
            return
        for child in self.inside:
            if isinstance(child, Node):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def first(self, *tags: str) -> Node | None:
        return next(self.all(*tags), None)

    def within(self, tag: str) -> Node | None:
        """Return the nearest ancestor of this kind, or None."""
        node = self.around
        while node is not None and node.tag != tag:
            node = node.around
        return node

    @property
    def raw(self) -> str:
        """Return the text unchanged, with its line ends."""
        return "".join(child if isinstance(child, str) else child.raw for child in self.inside)

    @property
    def text(self) -> str:
        """Return the words a person reads, separated by single spaces."""
        return " ".join(self._words().split())

    def _words(self) -> str:
        apart = "" if self.tag in ("b", "em", "i", "u", "s", "a", "code") else " "
        shown = (child for child in self.inside if isinstance(child, str) or not child.has("hidden"))
        inside = (item if isinstance(item, str) else item._words() for item in shown)
        unread = self.tag in _UNSEEN or self.get("class") in _SHORTER
        return apart + "".join(inside) + apart if not unread else " "


_BARE = r"[^\s\"'=<>`]*[^\s\"'=<>`/]"  # a value without quotes
_ATTRIBUTES = rf"(?:\s+[a-zA-Z][\w:-]*(?:=(?:\"[^\"]*\"|'[^']*'|{_BARE}))?)*"
_TOKEN = re.compile(
    rf"([^<]+)|</([a-zA-Z][a-zA-Z0-9]*)>|<(script|style)({_ATTRIBUTES})\s*>(.*?)</\3>"
    rf"|<([a-zA-Z][a-zA-Z0-9]*)({_ATTRIBUTES})\s*(/?)>|<!--.*?-->",
    re.DOTALL,
)
"""A text, an end tag, a script or style sheet with its content, a start tag, or a comment."""


_ATTRIBUTE = re.compile(rf"\s([a-zA-Z][\w:-]*)(?:=(?:\"([^\"]*)\"|'([^']*)'|({_BARE})))?")


@lru_cache(maxsize=10_000)  # most occur on every page
def _attributes(words: str) -> tuple[dict[str, str], list[str]]:
    """Return the attributes of a tag, and the repeated ones, from the text between its name and its end."""
    pairs = [(name.lower(), unescape("".join(value))) for name, *value in _ATTRIBUTE.findall(words)]
    known = dict(pairs)
    return known, [name for name in known if sum(name == other for other, _value in pairs) > 1]


class _Reader:
    """A parser that builds the tree and records elements that are not closed as they were opened.

    It knows the HTML that the program writes. Anything else is a fault, such as a text with a bare "<".
    """

    def __init__(self, page: str) -> None:
        self.every: list[Node] = []
        self.root = self.open = Node("", {}, every=self.every)
        self.faults: list[str] = []
        at = len(_DOCTYPE) if page.startswith(_DOCTYPE) else 0
        for match in _TOKEN.finditer(page, at):
            if match.start() != at:
                break
            at = match.end()
            text, end, raw, raw_words, content, tag, words, slash = match.groups()
            if text:
                self.open.inside.append(unescape(text) if "&" in text else text)
            elif end:
                self._end(end.lower())
            elif raw:
                self._begin(raw, raw_words).append(content)
                self._end(raw)
            elif tag:
                self._begin(tag.lower(), words)
                if slash and tag not in _VOID:
                    self._end(tag)
        if at < len(page):
            self.faults.append(f"no HTML: {page[at : at + 80]}")
        elif self.open.tag:
            self.faults.append(f"<{self.open.tag}> is never closed")

    def _begin(self, tag: str, words: str) -> list[Node | str]:
        """Add an element, which stays open unless it is void; return its content."""
        attributes, twice = _attributes(words)
        node = Node(tag, attributes, around=self.open)
        self.faults += [f"<{tag}> has {name} twice" for name in twice]
        self.open.inside.append(node)
        self.every.append(node)
        if tag not in _VOID:
            self.open = node
        return node.inside

    def _end(self, tag: str) -> None:
        done = self.open
        if done.tag != tag:
            self.faults.append(f"</{tag}> where <{done.tag}> is open")
        elif done.around is not None:
            self.open = done.around
            if tag == "template":  # it is not shown until a script renders it; only its tags are checked
                del self.every[self.every.index(done) :]
                self.open.inside.remove(done)


class Form:
    """A form as a browser has it: the values that it sends untouched, and the fields that can change."""

    def __init__(self, node: Node, page: Page) -> None:
        self.node, self.page = node, page
        self.action = urljoin(page.address, node.get("action") or page.address)
        self.method = node.get("method").upper() or "GET"

    @property
    def names(self) -> set[str]:
        return {
            node.get("name") for node in self._controls("input", "select", "textarea", "button") if node.has("name")
        }

    def _controls(self, *tags: str) -> Iterator[Node]:
        """Yield the controls inside the form, and those elsewhere that name it in their `form` attribute."""
        for node in self.page.root.all(*tags):
            if node.get("form") == self.node.get("id") if node.has("form") else node.within("form") is self.node:
                yield node

    @property
    def buttons(self) -> list[Node]:
        return [node for node in self._controls("button") if not (node.has("disabled") or node.has("hidden"))]

    def value(self, name: str) -> str | None:
        """Return the present value of a field; None if the browser would send nothing."""
        return dict(self.untouched()).get(name)

    def choices(self, name: str) -> list[str]:
        """Return the values that a radio group or a select offers."""
        return [value for value, _text in self._choices(name)]

    def _choices(self, name: str) -> list[tuple[str, str]]:
        ticked = [control for control in self._fields(name) if control.get("type") in ("radio", "checkbox")]
        labels = [control.within("label") for control in ticked]
        result = [
            (control.get("value"), label.text if label else "") for control, label in zip(ticked, labels, strict=True)
        ]
        for select in (control for control in self._fields(name) if control.tag == "select"):
            result += [
                (option.get("value") if option.has("value") else option.text, option.text)
                for option in select.all("option")
            ]
        return result

    def _fields(self, name: str) -> list[Node]:
        return [control for control in self._controls("input", "select", "textarea") if control.get("name") == name]

    def untouched(self) -> Pairs:
        """Return what the browser sends if the user types nothing."""
        pairs: Pairs = []
        for control in self._controls("input", "select", "textarea"):
            name = control.get("name")
            if not name or control.has("disabled"):
                continue
            if control.tag == "textarea":
                pairs.append((name, control.raw.removeprefix("\n")))
            elif control.tag == "select":
                options = list(control.all("option"))
                chosen = [option for option in options if option.has("selected")] or options[:1]
                pairs += [(name, option.get("value") if option.has("value") else option.text) for option in chosen[-1:]]
            elif control.get("type") in ("radio", "checkbox"):
                pairs += (
                    [(name, control.get("value") if control.has("value") else "on")] if control.has("checked") else []
                )
            elif control.get("type") not in ("submit", "button", "file"):
                pairs.append((name, control.get("value")))
        return pairs

    def filled(self, typed: Mapping[str, Typed], button: str) -> Pairs:
        """Return what the browser sends with `typed` in the fields.

        The test fails if a field or a choice is not there; False or "" unticks a box.
        """
        pairs = self.untouched()
        for name, value in typed.items():
            fields = self._fields(name)
            assert fields, f"no field {name} in {sorted(self.names)}"
            pairs = [pair for pair in pairs if pair[0] != name]
            ticked = fields[0].get("type") == "checkbox"
            if value is True and ticked:
                pairs.append((name, fields[0].get("value") or "on"))
            elif value is not False:
                values = list(value) if isinstance(value, list) else [str(value)]
                pairs += [(name, self._offered(name, str(value))) for value in values if value != "" or not ticked]
        return pairs + self._pressed(button)

    def _offered(self, name: str, value: str) -> str:
        choices = self._choices(name)
        if not choices:
            return value
        result = [known for known, text in choices if value in (known, text)]
        assert result, f"{name} offers {choices}, not {value}"
        return result[0]

    def _button(self, button: str) -> Node:
        buttons = [item for item in self.buttons if button in item.text and (button or not item.has("formaction"))]
        assert buttons, f"no button {button} among {[button.text for button in self.buttons]}"
        return buttons[0]

    def _pressed(self, button: str) -> Pairs:
        pressed = self._button(button)
        return [(pressed.get("name"), pressed.get("value"))] if pressed.has("name") else []

    def sent_to(self, button: str) -> str:
        """Return the address to which this button sends the form."""
        return urljoin(self.action, self._button(button).get("formaction") or self.action)


class Page:
    """A response as a person sees it."""

    def __init__(self, status: int, address: str, headers: Mapping[str, str], body: bytes) -> None:
        self.status, self.address, self.body = status, address, body
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.is_html = "text/html" in self.headers.get("content-type", "")
        reader = _Reader(self.source if self.is_html else "")
        self.root, self._faults = reader.root, reader.faults

    @property
    def source(self) -> str:
        return self.body.decode()

    @property
    def path(self) -> str:
        return urlsplit(self.address).path

    @property
    def text(self) -> str:
        return self.root.text

    @property
    def title(self) -> str:
        result = self.root.first("h1")
        return result.text if result else ""

    @property
    def forms(self) -> list[Form]:
        return [Form(form, self) for form in self.root.all("form")]

    def form(self, which: str) -> Form:
        """Return the form whose action ends like this, or which has such a button."""
        result = [form for form in self.forms if urlsplit(form.action).path.endswith(which)]
        result = result or [form for form in self.forms if any(which in button.text for button in form.buttons)]
        assert result, f"no form {which} on {self.address}: {[form.action for form in self.forms]}; {self.text[:300]}"
        return result[0]

    @property
    def refusals(self) -> list[str]:
        """Return the reasons that the page gives for refusing a request."""
        return [node.text for node in self.root.all() if "refusal" in node.classes]

    def refusal_at(self, name: str) -> str:
        """Return the refusal at a field; otherwise the refusal in its form apart from any field."""
        refusals = [node for node in self.root.all() if "refusal" in node.classes]
        for character in (
            control for control in self.root.all("input", "select", "textarea") if control.get("name") == name
        ):
            for near in (_group(character), character.within("form")):
                result = [part.text for part in refusals if (_group(part) or part.within("form")) is near]
                if near is not None and result:
                    return result[0]
        return ""

    @property
    def status_text(self) -> str:
        """Return the page's status message."""
        return " ".join(node.text for node in self.root.all() if node.get("role") == "status")

    @property
    def table(self) -> list[list[str]]:
        """Return the sheet: a list of cells for each row, the heading first."""
        return self.rows("sheet")

    def rows(self, kind: str) -> list[list[str]]:
        """Return the cells of each row of a table of this class."""
        found = next((table for table in self.root.all("table") if kind in table.classes), None)
        assert found, f"no {kind} on {self.address}"
        return [[cell.text for cell in row.all("th", "td")] for row in found.all("tr")]

    @property
    def totals(self) -> dict[str, int]:
        """Return the totals in the last row of the sheet by the names in its heading."""
        head, foot = self.table[0], self.table[-1]
        totals = foot[1:]
        return {
            name.removesuffix(" left"): int(total.replace("−", "-"))
            for name, total in zip(head[-len(totals) :], totals, strict=True)
        }

    def signed(self, sign: str, row: int = -2) -> str:
        """Return the player with this sign in a row of the sheet, by default the current hand.

        ● marks the dealer, ▸ the first bidder.
        """
        head, cells = self.table[0], self.table[row]
        return next(name for name, cell in zip(reversed(head), reversed(cells), strict=False) if sign in cell)

    def link(self, words: str) -> str:
        """Return the address of the first link with this text or aria-label."""
        result = [link for link in self.root.all("a") if words in link.text or words == link.get("aria-label")]
        assert result, f"no link {words} on {self.address}"
        return urljoin(self.address, result[0].get("href"))

    @property
    def links(self) -> list[str]:
        return [urljoin(self.address, link.get("href")) for link in self.root.all("a")]

    def player(self, name: str) -> str:
        """Return the id of a player, from the fieldset or the option with this name."""
        for fields in self.root.all("fieldset"):
            called = next(
                (character for character in fields.all("span", "button") if "name" in character.classes), None
            )
            if called and called.text == name:
                return next(fields.all("input")).get("name").rpartition(".")[2]
        return next(
            option.get("value") for option in self.root.all("option") if option.text == name and option.get("value")
        )

    @property
    def faults(self) -> list[str]:
        """Return the HTML faults of the page: tags, headings, ids, fields without a label."""
        result = list(self._faults)
        headings = [heading.text for heading in self.root.all("h1")]
        if len(headings) != 1 or not headings[0]:
            result.append(f"one h1 is wanted, there is {headings}")
        ids = Counter(node.get("id") for node in self.root.all() if node.has("id"))
        result += [f"id {item} stands {times} times" for item, times in sorted(ids.items()) if times > 1]
        labelled = {label.get("for") for label in self.root.all("label") if label.text}
        for control in self.root.all("input", "select", "textarea"):
            around = control.within("label")
            if control.get("type") in _OWN_LABEL or control.has("aria-label") or (around is not None and around.text):
                continue
            if not control.has("id") or control.get("id") not in labelled:
                result.append(f"<{control.tag} name={control.get('name')}> has no label")
        buttons = (button for button in self.root.all("button") if button.get("aria-hidden") != "true")
        result += [f"a button of {button.get('name')} says nothing" for button in buttons if not button.text]
        result += ["a script stands in the page" for script in self.root.all("script") if not script.has("src")]
        return result


def _group(node: Node) -> Node | None:
    """Return the element that joins a field and its label: a fieldset, or else an element of the class “field”."""
    around = node.around
    while around is not None and "field" not in around.classes:
        around = around.around
    return node.within("fieldset") or around


@dataclass
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes
