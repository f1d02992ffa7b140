"""Starts each process of Evennia in a third of the time.

    inflect_import.load_inflect()

Evennia forms plurals with inflect, which checks the arguments of its methods with typeguard. For
each of these two dozen methods typeguard parses and compiles all 4,000 lines of inflect again. That
takes three seconds in each process: launcher, Portal and Server. `python -O` leaves out these
checks, but also all assertions.

It imports nothing of Django or Evennia, since `hookup` calls it.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec


def load_inflect() -> None:
    """Load inflect without its type checks, unless it is missing or already loaded."""
    if "inflect" in sys.modules or not (find_spec("inflect") and find_spec("typeguard")):
        return
    typeguard = importlib.import_module("typeguard")
    checked = typeguard.typechecked
    typeguard.typechecked = lambda target: target  # type: ignore[attr-defined]
    try:
        importlib.import_module("inflect")
    finally:
        typeguard.typechecked = checked  # type: ignore[attr-defined]


def has_checks() -> bool:
    """Whether inflect, as loaded in this process, checks types."""
    engine = importlib.import_module("inflect").engine
    return any("typeguard" in name for name in engine.plural.__code__.co_names)
