"""Names as they are compared: of maps, rooms, exits, things and people, and what is typed for them.

    "|rRed|n Door "  ─┐
    "red door"       ─┴─ name_key ─► "red door"

Everything that asks whether two names are the same compares their keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unicodedata import normalize

from xyzgrid_ext.core.markup import MARKUP
from xyzgrid_ext.core.records import Record


def name_key(name: object) -> str:
    """Return the form of a name in which names are compared: `oak door` for ` |gOak Door|n`.

    It is stripped, in lower case, in one Unicode form (NFC), and without markup; 7 is `"7"`. It is
    `lower` and not `casefold`, because Evennia keeps tags and aliases so.
    """
    text = str(name).strip().lower()
    if text.isascii() and "|" not in text and "\x1b" not in text:
        return text
    # two bars stay two: a key is its own key
    return normalize("NFC", MARKUP.sub(lambda mark: mark["bar"] or "", text).strip())


def typed_aliases(name: str, others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the aliases that a thing needs, so that players can type its name and the `others`.

    Each is the `name_key` of a name. That of `name` itself is one only if Evennia, which keeps
    markup and forms of Unicode, would compare another form.
    """
    keys = dict.fromkeys(map(name_key, (*others, name)))
    return tuple(key for key in keys if key and key != name.strip().lower())


def item_names(thing: Record) -> set[str]:
    """Return the names, each as its `name_key`, by which a thing makes `item:NAME` true.

    They come from its prototype: its name, its aliases, and its tags of category `item`.
    """
    aliases = thing.get("aliases")
    names = [thing.get("key"), *([aliases] if isinstance(aliases, str) else list_items(aliases))]
    tags = [tag for tag in list_items(thing.get("tags")) if isinstance(tag, list | tuple)]
    names += [tag[0] for tag in tags if tuple(tag[1:2]) == ("item",)]
    return {name_key(name) for name in names if name and isinstance(name, str)}


def list_items(value: object) -> Iterable[Any]:
    """Return the items of a list or a tuple; none of a value of another type."""
    return value if isinstance(value, list | tuple) else ()
