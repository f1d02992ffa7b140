"""How long a running game holds its thread, whatever is asked: see `bench_asked`.

    asked                          hold, ms    garbage, ms
    xyzgrid plan                       12.1           40.2

The map of `grown` is in use by a Server with a superuser, a map client, the website, and jobs
of the launcher. Each question is asked once, as cold as it is after a start.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from asking import Asker
from grown import ALL, MODULE, World
from heartbeat import Heartbeat
from maps import matrix
from measure import report
from twisted.internet import reactor

from xyzgrid_ext.game import startup
from xyzgrid_ext.game.base import elsewhere, settings
from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.game.cli.worker import worker
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.dungeons.game import maps as dungeons
from xyzgrid_ext.parts.tuning.server import calm_collector

ANNEX, EDITED, OTHERS = "annex_map", "edited_map", "other_maps"
SECOND = "second_map"
_API = "/map/api"
_EDIT = "/map/edit/api/edited"
Question = Callable[[Asker], None]


def lines(*texts: str) -> dict[str, Question]:
    """Questions that are typed."""
    return {text: lambda asker, text=text: asker.line(text) for text in texts}


def lines_on(what: str, place: str, *texts: str) -> dict[str, Question]:
    """Questions that are typed on another map; a superuser who is quelled sees what players do."""
    texts = f"tel {place}", *texts
    return {f"{what}: {text}": lambda asker, text=text: asker.line(text) for text in texts}


def pages(**paths: str) -> dict[str, Question]:
    """Questions to the website."""
    return {
        name.replace("_", " "): lambda asker, path=path: asker.get(path)
        for name, path in paths.items()
    }


def first(text: str) -> Question:
    """Change the text of one room in the file, then type a line."""

    def ask(asker: Asker) -> None:
        World(ALL).write(Path(), f"{text} {os.getpid()}")
        asker.forget_hold()
        asker.line(text)

    return ask


def job(word: str, *names: str) -> Question:
    """A job of the launcher."""
    return lambda asker: asker.job(word, *names)


def questions(edge: int) -> dict[str, Question]:
    """All that is asked, by the name that the table shows."""
    far = edge - 1
    last = f"({far},{far},{far},block)"
    far_edited = _side(edge) - 1
    return {
        **lines(
            "look", "map", "map +", "map 7", "map block:9", "map list", "map todo", "map explored",
            "map raw", "map speak", "map speak 5", "north",
            "path " + last, "goto " + last, "goto", "goto cell 77", "goto A cell", "path nowhere",
            f"tel {last}", "tel (1,2,3,block)", "tel Limbo", "tel A cell",
            f"tel {last} ", "examine", "find A cell 77", "find A cell", "find #77",
            "xyzgrid list", "xyzgrid show block:3", "xyzgrid show block", "xyzgrid jobs",
            f"xyzgrid path (0,0,0,block) {last}", "xyzgrid path nowhere (0,0,0,block)",
            "xyzgrid reach 3", "xyzgrid reach",
        ),
        "Room.Info of a map client": lambda asker: asker.message("supports_set", **{"Room 1": ""}),
        "level to a map client": lambda asker: asker.message("xyzgrid_map", map="block", level=11),
        "xyzgrid plan": lambda asker: asker.line("xyzgrid plan"),
        **lines("xyzgrid plan (1,1,1,block)", "xyzgrid plan block:1", "xyzgrid pull block",
                "xyzgrid check"),
        "xyzgrid plan block, file changed": first("xyzgrid plan block"),
        "xyzgrid spawn block": first("xyzgrid spawn block"),
        "add a map": job("add", ANNEX),
        **lines("path (0,0,0,block)"),  # the first route after a change of maps
        "spawn a new map": job("spawn", "annex"),
        "prune it": pruned,
        "add it again": job("add", ANNEX),
        "spawn it again": job("spawn", "annex"),
        "delete it": job("delete", "annex"),
        "add a map of as many rooms": job("add", SECOND),
        **lines("xyzgrid plan second"),
        "delete it unmade": job("delete", "second"),
        "doctor --fix": job("tidy"),
        "dungeon new": lambda asker: asker.line(
            "dungeon new the deep seed=7 tier=9 floors=3 rooms=100"),
        **lines("dungeon list", "dungeon prove the deep", "dungeon reset the deep",
                "dungeon delete the deep yes"),
        **pages(
            page_of_maps="/map/", maps=f"{_API}/maps", hashes=f"{_API}/maps?hashes=yes",
            level=f"{_API}/maps/block?levels=13", page_of_rooms=f"{_API}/maps/block?page=1",
            search_found=f"{_API}/search?q=cell", search_in_vain=f"{_API}/search?q=zzzz",
            export_level="/map/export/block.svg?levels=15",
            export_of_all="/map/world.xml", picture_of_all="/map/export/all.svg",
            list_of_edited_maps="/map/edit/", opening_the_editor=_EDIT,
        ),
        "editor: check": lambda asker: asker.post(f"{_EDIT}/check"),
        "editor: prove": lambda asker: asker.post(f"{_EDIT}/prove"),
        "editor: draw": drawn,
        "editor: plan": lambda asker: asker.post(f"{_EDIT}/plan"),
        "editor: game": lambda asker: asker.get(f"{_EDIT}/game"),
        "editor: apply": lambda asker: asker.post(f"{_EDIT}/apply", revision=1),
        "editor: removal": lambda asker: asker.post(f"{_EDIT}/removal"),
        **lines_on("edited", f"({far_edited},{far_edited},edited)", "look", "map", "map speak",
                   "path (0,0,edited)", "xyzgrid plan edited", "xyzgrid spawn edited"),
        **lines_on("fog", f"({far},{far},0,fogged)", "quell", "look", "map", "map speak",
                   "map explored", "map todo", "forward", "unquell"),
        **lines_on("game", "(0,0,0,played)", "quell", "look", "moves", "forward", "right", "hint",
                   "give up", "unquell"),
        "reload": lambda asker: get_xyzgrid().at_server_reload(),
        "worker beside a start": job("refresh"),
    }  # fmt: skip


def pruned(asker: Asker) -> None:
    """Take a map off the list, and remove its rooms."""
    begin(get_xyzgrid().remove_steps(["annex"]), lambda _: asker.job("prune"))


def drawn(asker: Asker) -> None:
    """Draw a room in the map editor."""
    place = {"room": "0,0,0", "key": "desc", "value": "Newly drawn."}
    asker.post(f"{_EDIT}/ops", revision=0, ops=[{"op": "set", "id": "one", **place}])


def run(workers: int, edge: int, only: Sequence[str] = ("",), *, profile: bool = False) -> None:
    """Ask everything with so many worker processes; 0: none.

    `only` are parts of the names of what is asked, or whole names with a `$` behind. With
    `profile`, a file for each question has the profile of its longest hold:
    `python -m pstats "map 7.prof"`.
    """
    os.chdir(os.environ["XYZGRID_BENCH_FOLDER"])
    importlib.import_module("xyzgrid_ext.xyzroom")
    live = _made_ready(edge)
    asker = Asker(live.object(("block", 0)))
    heart = Heartbeat(reactor, is_profiled=profile)
    asker.forget_hold = heart.take
    elsewhere.start(workers)
    elsewhere.in_process(int)
    asked = {
        name: one
        for name, one in questions(edge).items()
        if any(part == f"{name}$" or part in name for part in only)
    }
    waiting = iter(asked.items())

    def go_on() -> None:
        name, question = next(waiting, ("", None))
        if question is None:
            asker.character.location = None  # or the next run would meet it
            worker.stop()
            reactor.stop()
            return
        asker.told.clear()
        heart.take()
        question(asker)
        asker.when_done(lambda: done(name), 3.0 if name.startswith("goto") else 0.0)

    def done(name: str) -> None:
        heart.beat()
        held, collected = heart.take()
        if heart.profile is not None:
            heart.profile.dump_stats(f"{name.replace('/', '')}.prof")
        report(name, round(held * 1000, 1), garbage=round(collected * 1000, 1))
        for fault in asker.faults:
            print(name, fault, file=sys.stderr)
        asker.faults.clear()
        reactor.callLater(0, go_on)

    def start() -> None:
        worker.run()
        reactor.callLater(1.0, go_on)

    calm_collector()
    gc.collect()
    gc.freeze()
    reactor.callWhenRunning(start)
    reactor.run()


def _made_ready(edge: int) -> Any:
    """Return the world as after a start, with a map for the editor."""
    Path("annex.matrix").write_text(matrix(min(14, edge)), encoding="utf-8")
    Path(f"{ANNEX}.py").write_text(_ANNEX, encoding="utf-8")
    Path(f"{OTHERS}.py").write_text(_OTHERS)
    Path("second.matrix").write_text(matrix(edge), encoding="utf-8")
    Path(f"{SECOND}.py").write_text(_SECOND)
    side = _side(edge)
    rooms = "".join(_room(x, y, side) for x in range(side) for y in range(side))
    Path(f"{EDITED}.py").write_text(
        f'XYMAP_DATA = {{\n    "zcoord": "edited",\n    "rooms": {{\n{rooms}    }},\n}}\n'
    )
    settings.server_folder = lambda: Path.cwd()  # the lock of the game there is another's
    startup.connect()
    app = "xyzgrid_ext.parts.editor"
    importlib.import_module(f"{app}.models").Draft.objects.all().delete()  # of another run
    grid = get_xyzgrid()
    World(ALL, edge).write(Path())
    grid.add(MODULE, EDITED, OTHERS)
    for key in ("edited", "played"):
        grid.spawn(("*", "*", key))
    dungeons.read_usual_catalogue()
    grid.at_server_start()
    assert grid.live.spawned("block") == edge**3
    return grid.live


_ANNEX = 'XYMAP_DATA = {"zcoord": "annex", "matrix": "annex.matrix", "options": {"rooms": "all"}}\n'
_SECOND = _ANNEX.replace("annex", "second")


_OTHERS = """
XYMAP_DATA_LIST = [
    {"zcoord": "fogged", "matrix": "block.matrix", "options": {"rooms": "lazy", "fog": "explored"}},
    {"zcoord": "played", "matrix": "annex.matrix", "options": {"rooms": "all", "play": "matrix"}},
]
"""


def _side(edge: int) -> int:
    """Return the rooms along an edge of the map that is written room by room."""
    return 50 if edge > 20 else 5


def _room(x: int, y: int, side: int) -> str:
    ways = {"east": (x + 1, y), "north": (x, y + 1), "west": (x - 1, y), "south": (x, y - 1)}
    exits = {word: {"to": (*to, 0)} for word, to in ways.items() if all(0 <= n < side for n in to)}
    return f'        ({x}, {y}, 0): {{"name": "Yard {x} {y}", "exits": {exits}}},\n'
