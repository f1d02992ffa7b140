"""The content of the package: the catalogue of dungeons, the boards, and example maps.

A game's own module `world.catalogue` and its own files in `world/boards` take precedence.
"""

from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path

BOARDS = Path(__file__).parent / "boards"
BOXES = BOARDS / "boxes.game"  # whose levels may be Sokoban's
CATALOGUE = "xyzgrid_ext.parts.dungeons.catalogue"
EXAMPLES = {  # the files of each
    "village": ("village.py",),
    "tower": ("tower.py",),
    "cave": ("cave.py", "cave.matrix"),
    "cellars": ("cellars.py",),
}
_OWN = "world.catalogue"


def catalogue_at(place: str) -> str:
    """Return the module or file with this name: the game's own, otherwise the package's."""
    if place != _OWN:
        return place
    world = find_spec("world")  # and nothing of it is imported
    folders = None if world is None else world.submodule_search_locations
    return place if folders and PathFinder.find_spec(_OWN, folders) else CATALOGUE


def example(file: str) -> str:
    """Return the text of an example's file."""
    return (Path(__file__).parent / "examples" / file).read_text("utf-8")
