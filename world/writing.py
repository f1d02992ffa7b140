"""How the map modules write their rooms and exits down: a name, other names, a text.

Each client gets the paragraphs in lines of its own width, wherever they are broken here.
"""

import re
from collections.abc import Mapping
from inspect import cleandoc
from types import MappingProxyType

from world.deeds import CAVES, LIGHTHOUSE, TOWN
from world.deeds_below import GLASSWORKS, UNDERTOW

REACTS = {**TOWN, **LIGHTHOUSE, **CAVES, **GLASSWORKS, **UNDERTOW}


def room(
    key: str,
    aliases: str,
    text: str,
    *parts: dict[str, object],
    signs: Mapping[str, str | list[dict[str, object]]] = MappingProxyType({}),
    brief: str = "",
    details: Mapping[str, object] = MappingProxyType({}),
    **more: object,
) -> dict[str, object]:
    """Give the prototype of a room; `aliases` are its other names, separated by commas.

    `signs` are paragraphs behind the text that can be read by themselves: names -> what they say,
    as a text or as lines; a room's only sign also has the common names. `brief` is shown in their
    place to whoever has read them. What players can do there is in `REACTS`.
    """
    common = ", board, notice, sign, writing" if len(signs) == 1 else ""
    written = {
        names + common: [part(said)] if isinstance(said, str) else said
        for names, said in signs.items()
    }
    posted = [row for rows in written.values() for row in rows]
    if brief:
        posted = [{**row, "brief": f"\n\n{brief}" * (row is posted[0])} for row in posted]
    whole, parts = flow(text), (*posted, *parts)
    if looks := {**written, **details}:
        more["details"] = looks
    if key in REACTS:
        more["reacts"] = REACTS[key] | more.get("reacts", {})
    return {
        "prototype_parent": "xyz_room",
        "key": key,
        "desc": [whole, *parts] if parts else whole,
        **_names(aliases),
        **more,
    }


def part(text: str, needs: str | list[str] = (), unless: str | list[str] = ()) -> dict[str, object]:
    """Give a paragraph of a description, shown under all of `needs` and none of `unless`."""
    return {"text": f"\n\n{flow(text)}", "needs": needs, "unless": unless}


def line(text: str, needs: str = "") -> dict[str, object]:
    """Give a line of a sign that is there under `needs`."""
    return {"text": f"\n  {text}", "needs": needs or ()}


def exit_(text: str, **more: object) -> dict[str, object]:
    """Give the prototype of an exit; its name and aliases come from the map, or from `more`."""
    return {"prototype_parent": "xyz_exit", "desc": flow(text), **more}


def machine(key: str, aliases: str, text: str, **more: object) -> dict[str, object]:
    """Give the prototype of a machine with a board; `more` says which (see `Machine`)."""
    return {
        "typeclass": "xyzgrid_ext.parts.boards.machine.Machine",
        "key": key,
        "desc": flow(text),
        **_names(aliases),
        **more,
    }


def flow(text: str) -> str:
    """Give a text with each paragraph in one line; indented lines stay as they are."""
    return re.sub(r"(?m)^(\S.*)\n(?=\S)", r"\1 ", cleandoc(text))


def _names(aliases: str) -> dict[str, object]:
    names = [name.strip() for name in aliases.split(",") if name.strip()]
    return {"aliases": names} if names else {}
