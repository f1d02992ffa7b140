"""The content of the package: the boards, and example maps.

A game's own files in `world/boards` take precedence.
"""

from pathlib import Path

BOARDS = Path(__file__).parent / "boards"
BOXES = BOARDS / "boxes.game"  # whose levels may be Sokoban's
EXAMPLES = {  # the files of each
    "village": ("village.py",),
    "tower": ("tower.py",),
    "cave": ("cave.py", "cave.matrix"),
    "cellars": ("cellars.py",),
}


def example(file: str) -> str:
    """Return the text of an example's file."""
    return (Path(__file__).parent / "examples" / file).read_text("utf-8")
