"""A switch between a function and its mutants that a process sets once, cheaper than mutmut's own."""

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

Code = Callable[..., Any]


class Switch:
    """A callable that runs the original until a mutant replaces it."""

    def __init__(self, original: Code, mutants: dict[str, Code], *, of_class: bool) -> None:
        self.now, self._mutants, self._of_class = original, mutants, of_class
        self.module, self.function = original.__module__, f"{original.__module__}.{original.__qualname__}"

    @property
    def names(self) -> list[str]:
        """Return the mutants by mutmut's names."""
        return [f"{self.module}.{name}" for name in self._mutants if name != "_mutmut_orig"]

    def throw(self, mutant: str) -> None:
        """Replace the original by a mutant, permanently."""
        name = mutant.rpartition(".")[2]
        by_class = functools.partial(_called_on_its_class, name)
        self.now = by_class if self._of_class else self._mutants[name]


def _called_on_its_class(name: str, cls: type, *given: Any, **named: Any) -> Any:
    return getattr(cls, name)(*given, **named)


SWITCHES: list[Switch] = []
reached: set[str] | None = None
"""The functions called so far, or None if they are not traced."""


def put_in() -> None:
    """Use these switches in all modules with mutants that are imported later."""
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
