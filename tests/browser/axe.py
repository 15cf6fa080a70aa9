"""Axe-core, which finds violations of accessibility rules."""

from typing import Any

from browser.phone import Phone

# Waits until transitions from light to dark have finished.
RUN = """
const [colours, done] = arguments, rules = ["color-contrast", "link-in-text-block"];
const arrived = Promise.allSettled(document.getAnimations().map((one) => one.finished));
arrived.then(() => axe.run(document, { resultTypes: ["violations"], ...(colours && { runOnly: rules }) })).then(
  ({ violations }) => done(violations.map((one) => [one.id, one.nodes.map((node) => node.failureSummary)])),
  (error) => done([[String(error), []]]),
);
"""


def violations(pad: Phone, axe: str, *, colours: bool = False) -> list[Any]:
    """Return axe's violations, with `colours` only those of the rules on colour."""
    if not pad.run("return 'axe' in window"):  # 0.5 MB: loaded once per page, unless the page brings it
        pad.run(axe)
    results: list[Any] = pad.ask(RUN, colours)
    return results


def by_day_and_by_night(pad: Phone, axe: str) -> list[Any]:
    """Return axe's violations in light mode, and those of colours in dark mode, since only the colours differ."""
    all_violations: list[Any] = []
    for dark in (False, True):
        pad.go_dark(dark)
        all_violations += violations(pad, axe, colours=dark)
    return all_violations
