"""How the map modules write their rooms and exits down: a name, other names, a text.

Each client gets the paragraphs in lines of its own width, wherever they are broken here.
"""

from collections.abc import Mapping
from inspect import cleandoc
from types import MappingProxyType


def room(
    key: str,
    aliases: str,
    text: str,
    *parts: dict[str, object],
    signs: Mapping[str, str] = MappingProxyType({}),
    brief: str = "",
    details: Mapping[str, object] = MappingProxyType({}),
    **more: object,
) -> dict[str, object]:
    """Give the prototype of a room; `aliases` are its other names, separated by commas.

    `signs` are paragraphs behind the text that can be read by themselves: names -> what they say.
    `brief` is shown in their place to whoever has read them.
    """
    written = {names: cleandoc(said) for names, said in signs.items()}
    if brief:
        posted = {"text": "\n\n" + "\n\n".join(written.values()), "brief": f"\n\n{brief}"}
        whole, parts = cleandoc(text), (posted, *parts)
    else:
        whole = "\n\n".join([cleandoc(text), *written.values()])
    if looks := {**written, **details}:
        more["details"] = looks
    return {
        "prototype_parent": "xyz_room",
        "key": key,
        "desc": [whole, *parts] if parts else whole,
        **_names(aliases),
        **more,
    }


def part(text: str, needs: str | list[str] = (), unless: str | list[str] = ()) -> dict[str, object]:
    """Give a paragraph of a description, shown under all of `needs` and none of `unless`."""
    return {"text": f"\n\n{cleandoc(text)}", "needs": needs, "unless": unless}


def exit_(text: str, **more: object) -> dict[str, object]:
    """Give the prototype of an exit; its name and aliases come from the map, or from `more`."""
    return {"prototype_parent": "xyz_exit", "desc": cleandoc(text), **more}


def machine(key: str, aliases: str, text: str, **more: object) -> dict[str, object]:
    """Give the prototype of a machine with a board; `more` says which (see `Machine`)."""
    return {
        "typeclass": "xyzgrid_ext.parts.boards.machine.Machine",
        "key": key,
        "desc": cleandoc(text),
        **_names(aliases),
        **more,
    }


def _names(aliases: str) -> dict[str, object]:
    names = [name.strip() for name in aliases.split(",") if name.strip()]
    return {"aliases": names} if names else {}
