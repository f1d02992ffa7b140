"""The setting TEMPLATES with the package's additions to Evennia's pages.

This module only makes settings and imports nothing of Django or Evennia.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

OVERRIDES = str(Path(__file__).with_name("overrides"))
"""The folder of pages that extend Evennia's pages of the same names."""
TAGS = "xyzgrid_ext.game.web.templatetags.xyzgrid"


def web_templates(templates: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Put the package's pages before the game's own and Evennia's, which they extend."""
    return [_hooked(dict(one)) for one in templates]


def _hooked(engine: dict[str, Any]) -> dict[str, Any]:
    options = dict(engine.get("OPTIONS", {}))
    options["builtins"] = [*options.get("builtins", ()), TAGS]
    return engine | {"DIRS": [OVERRIDES, *engine.get("DIRS", ())], "OPTIONS": options}
