"""Each process of Evennia ready in a third of the time.

    quickstart.load_inflect()

Evennia forms plurals with inflect, which lets typeguard check the types of what its methods are
given. For each of these two dozen methods typeguard parses and compiles all 4,000 lines of inflect
anew: three seconds of each process, be it launcher, Portal or Server. Python run with -O leaves
these checks out, but assertions as well.

Nothing of Django or Evennia is imported: this is called in the settings.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec


def load_inflect() -> None:
    """Load inflect without its checks of types, unless it is loaded, or not there."""
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
    """Return whether inflect, as it is loaded in this process, checks types."""
    engine = importlib.import_module("inflect").engine
    return any("typeguard" in name for name in engine.plural.__code__.co_names)
