"""How the catalogue writes its rows down: a name, a title for designers, texts for players."""

from xyzgrid_ext.core.masks import turned


def row(name: str, title: str, *text: str, **more: object) -> dict[str, object]:
    """Give one row; `more` is weight, depth, second, board or answer."""
    return {"name": name, "title": title, "text": list(text), **more}


def turn(name: str, title: str, *text: str, **more: object) -> list[dict[str, object]]:
    """Give the row and its quarter turns."""
    return turned(row(name, title, *text, **more))
