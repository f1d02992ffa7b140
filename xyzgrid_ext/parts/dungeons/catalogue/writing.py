"""Functions for writing the catalogue's rows: a name, a title for designers, player texts."""

from xyzgrid_ext.parts.dungeons.core.masks import rotations_of_row


def row(name: str, title: str, *text: str, **more: object) -> dict[str, object]:
    """Return a thing for dungeon rooms as a dict: name, title, texts, and `more` keys.

    The name says which parts of a room it takes, as octal digits: `filler_000400_urn`.
    """
    return {"name": name, "title": title, "text": list(text), **more}


def turn(name: str, title: str, *text: str, **more: object) -> list[dict[str, object]]:
    """Return four rows: one as `row` makes it, and copies turned by 90, 180 and 270 degrees."""
    return rotations_of_row(row(name, title, *text, **more))
