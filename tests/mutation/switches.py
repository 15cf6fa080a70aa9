"""Between a function and its mutants: a switch that a process throws once, cheaper than mutmut's own."""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

Code = Callable[..., Any]


class Switch:
    """Calls the original until a mutant is put in its place."""

    def __init__(self, original: Code, mutants: dict[str, Code], *, of_class: bool) -> None:
        self.now, self._mutants, self._of_class = original, mutants, of_class
        self.module, self.function = original.__module__, f"{original.__module__}.{original.__qualname__}"

    @property
    def names(self) -> list[str]:
        """The mutants, as mutmut names them."""
        return [f"{self.module}.{name}" for name in self._mutants if name != "_mutmut_orig"]

    def throw(self, mutant: str) -> None:
        """Put a mutant in the place of the original, for good."""
        name = mutant.rpartition(".")[2]
        by_class = functools.partial(_called_on_its_class, name)
        self.now = by_class if self._of_class else self._mutants[name]


def _called_on_its_class(name: str, cls: type, *given: Any, **named: Any) -> Any:
    return getattr(cls, name)(*given, **named)


SWITCHES: list[Switch] = []
reached: set[str] | None = None
"""The functions that were called, while somebody wants to know."""


def put_in() -> None:
    """From now on the mutants that are imported come with our switches."""
    module = types.ModuleType("mutmut.mutation.trampoline")
    vars(module).update(wrap_in_trampoline=_switched, MutantDict=dict)
    for name in ("mutmut", "mutmut.mutation"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules[module.__name__] = module


def _switched(mutants: dict[str, Code], is_classmethod: bool = False) -> Callable[[Code], Code]:
    def switched(original: Code) -> Code:
        switch = Switch(original, mutants, of_class=is_classmethod)
        SWITCHES.append(switch)

        @functools.wraps(original)
        def call(*given: Any, **named: Any) -> Any:
            if reached is not None:
                reached.add(switch.function)
            return switch.now(*given, **named)

        return call

    return switched
