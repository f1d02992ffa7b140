"""How the map modules write their rooms and exits down: a name, other names, a text.

Texts are broken by hand at 76 columns, because a plain telnet client does not break lines.
"""

from inspect import cleandoc


def room(key: str, aliases: str, text: str) -> dict[str, object]:
    """Give the prototype of a room; `aliases` are its other names, separated by commas."""
    names = [name.strip() for name in aliases.split(",") if name.strip()]
    return {
        "prototype_parent": "xyz_room",
        "key": key,
        "desc": cleandoc(text),
        **({"aliases": names} if names else {}),
    }


def exit_(text: str) -> dict[str, object]:
    """Give the prototype of an exit; its name and aliases come from the map."""
    return {"prototype_parent": "xyz_exit", "desc": cleandoc(text)}
