"""Things and people whose description has parts, as those of rooms can: by hour, season, looker.

    "desc": [{"text": "The oven is hot.", "needs": ["time:day"]},
             {"text": "The oven is cold.", "needs": ["time:night"]}]

Evennia's own classes would show the list.
"""

from __future__ import annotations

from collections.abc import Iterator

from evennia.objects.objects import DefaultObject
from evennia.utils.utils import class_from_module

from xyzgrid_ext.core.findings import Finding
from xyzgrid_ext.core.spawn import Template
from xyzgrid_ext.game.text import descriptions
from xyzgrid_ext.game.typeclasses.on_grid import Described

_DESC = "desc", None


class Thing(Described, DefaultObject):
    """A thing whose description may be a list of parts."""

    __applabel__ = "typeclasses"


def findings(template: Template, place: str) -> Iterator[Finding]:
    """Yield a warning if a thing has a description in parts that its class would not read."""
    value = template.attrs.get(_DESC, ("", ""))[0]
    if not descriptions.is_in_parts(value):
        return
    cls = class_from_module(template.typeclass)
    if cls.get_display_desc is DefaultObject.get_display_desc:
        message = f"its class {template.typeclass} does not read a description in parts"
        cure = "give it the class xyzgrid_ext.parts.contents.described.Thing, or mix in Described"
        yield Finding.warning("unread-parts", message, cure, place)
