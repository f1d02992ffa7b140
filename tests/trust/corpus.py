"""What inputs are made of: the files of the world and of the tests, and values that are right."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from xyzgrid_ext.parts.boards import content

REPOSITORY = Path(__file__).resolve().parents[2]


@cache
def files(suffix: str, *folders: str) -> tuple[str, ...]:
    """The texts of all files with this suffix in folders of the repository, small ones first."""
    found = [
        file.read_text("utf-8")
        for folder in folders
        for file in sorted((REPOSITORY / folder).rglob(f"*{suffix}"))
    ]
    return tuple(sorted(found, key=len))


@cache
def matrices() -> tuple[str, ...]:
    return files(".matrix", "world", "tests/core/matrix")


@cache
def games() -> tuple[tuple[str, str], ...]:
    """Automata: the text of the game, and of the extras beside it."""
    return tuple(
        (file.read_text("utf-8"), file.with_suffix(".toml").read_text("utf-8"))
        for file in sorted(content.BOARDS.glob("*.game"))
    )


@cache
def rooms() -> tuple[dict[str, Any], ...]:
    """Maps of `rooms`: by hand, and what two map files are read as."""
    hand = {
        "zcoord": "isle",
        "rooms": {
            (0, 0, 0): {
                "key": "Beach",
                "exits": {"north": (0, 1, 0), "boat": (2, 3, "harbour"), "hole": {"to": (1, 1),
                          "wormhole": True}},
            },
            (0, 1, 0): {
                "key": "Path",
                "symbol": "p",
                "tags": [("forest", "environment")],
                "gives": ["smallkey", {"what": "item:rope", "needs": ["kill:rat"]}],
                "exits": {"gate": {"to": (0, 0, 0), "weight": 2, "needs": ["item:key"]}},
            },
            (1, 1, 0): {"key": "Hole", "exits": {"up": (1, 1, 1), "west": (0, 1)}},
            (1, 1, 1): {"key": "Loft", "things": [{"key": "chest"}], "exits": {"d": (1, 1, 0)}},
        },
        "options": {"fog": "explored", "public": "yes", "dungeon": {"start": (0, 0), "goal": (1, 1),
                    "copies": "party", "lease": 30, "reset": "never"}, "map_visual_range": 3},
    }  # fmt: skip
    flat = {
        "zcoord": "row",
        "rooms": {(x, 0): {"exits": {"e": (x + 1, 0)} if x < 3 else {}} for x in range(4)},
    }
    return hand, flat


@cache
def overlays() -> tuple[dict[str, Any], ...]:
    """What a module says of a matrix besides its file."""
    return (
        {
            "zcoord": "cube",
            "matrix": "cube.matrix",
            "prototypes": {
                ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "Hall"},
                (0, 0, 0): {"key": "Start", "desc": "Here.", "gives": ["smallkey"]},
                (0, 0, 0, "right"): {"needs": ["smallkey", "item:rope"], "weight": 2},
                ("*", "*", "*", "*"): {"locks": "traverse:all()"},
            },
            "options": {"directions": "compass", "wormholes": "known", "play": "matrix"},
            "transitions": {(1, 0, 0, "gate"): (2, 3, "town"), (0, 0, 0, "out"): (0, 0, 1, "cube")},
        },
        {"zcoord": "cube", "matrix": "cube.matrix", "options": {}, "transitions": {}},
    )


@cache
def dungeons() -> tuple[dict[str, Any], ...]:
    from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
    from xyzgrid_ext.parts.dungeons.core import Parameters, generate
    from xyzgrid_ext.parts.dungeons.core.masks import Catalogue

    catalogue = Catalogue.of(CATALOGUE)
    boards = {e.board: True for e in catalogue.entries if e.board}
    made = [generate(Parameters(seed=n, rooms=12), catalogue, boards) for n in (1, 2)]
    small = {
        "start": 0,
        "goal": 2,
        "rooms": [
            {"id": 0, "xyz": [0, 0, 0], "gives": [{"what": "smallkey"}]},
            {"id": 1, "gives": [{"what": "item:rope", "needs": ["kill:rat"]}]},
            {"id": 2, "gives": [{"what": "kill:rat"}]},
        ],
        "links": [
            {"source": 0, "target": 1, "exit": "n", "needs": ["smallkey"], "door": 1,
             "consumes": True},
            {"source": 1, "target": 2, "exit": "n", "needs": ["item:rope"]},
        ],
    }  # fmt: skip
    return (small, small, *(json.loads(json.dumps(one.as_data())) for one in made))


@cache
def catalogue() -> tuple[list[Any], ...]:
    """Rows of the world's catalogue: some, and at times all."""
    from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE

    by_kind = {row.get("name", "riddle").partition("_")[0]: row for row in CATALOGUE}
    return (*[list(by_kind.values())] * 30, list(CATALOGUE))


@cache
def map_files() -> dict[str, tuple[str, ...]]:
    """Map files of other programs, by their format: as we write the matrices of the tests."""
    from xyzgrid_ext.core.grid import from_matrix, from_rooms
    from xyzgrid_ext.core.matrix import parse
    from xyzgrid_ext.parts.formats.core import FORMATS
    from xyzgrid_ext.parts.formats.terminal import full_map_views

    parsed = [parse(text).matrix for text in files(".matrix", "tests/core/matrix/examples")]
    grids = [from_matrix(matrix, f"m{n}")[0] for n, matrix in enumerate(parsed) if matrix]
    grids.append(from_rooms(rooms()[0]["rooms"], "isle")[0])
    found: dict[str, tuple[str, ...]] = {}
    for row in FORMATS:
        if row.read is not None:
            one_by_one = [full_map_views([grid]) for grid in grids]
            found[row.name] = tuple(
                "".join(row.write([view.head for view in views], views))
                for views in (*one_by_one, full_map_views(grids))
            )
    return found


@cache
def replays() -> tuple[str, ...]:
    """Replays: the solutions of the boards, and a game of each Firing Line."""
    from xyzgrid_ext.parts.boards.core.firing_line import BOARDS

    found = [f"{name}:7:left,tick,drop,-,clockwise+down,tick" for name in BOARDS]
    for file in sorted(content.BOARDS.glob("*.toml")):
        levels = tomllib.loads(file.read_text("utf-8")).get("levels", [])
        found += [
            f"{file.stem}:{n}:{level['solution']}"
            for n, level in enumerate(levels, 1)
            if "solution" in level
        ]
    return tuple(re.sub(r"\s", "", replay) for replay in found)


LINES = (
    *("(4,4)", "4,4,town", "(2,2,0,cube)", "(4,north)", "nearest shop", "the tavern", "7", "Bob"),
    *("the mill via the bridge", "(1,0,'old, town')", "-1,-1", "( 1 , 2 , 3 )", "x via y via z"),
)
"""Places as people type them."""

COMMANDS = (
    *("forward", "ba", "u", "left", "wormhole", "wormhole 2", "wh3", "moves", "hint", "give up"),
    *(
        "restart", "help", "quit", "save", "undo", "lll", "l,l", "drop", "wait", "describe",
        "replay",
    ),
    *("level 2", "next", "checkpoint", "back", "~", "\\n"),
)  # fmt: skip
"""What is typed at the terminal's games."""
