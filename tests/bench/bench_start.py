"""From `evennia start` to a login, on a real server: an empty game, and one with a lazy map.

    python tests/bench/bench_start.py                      a million rooms in a file, 10,000 rows
    python tests/bench/bench_start.py --edge 46 --rows 0   97,336 rooms, of which none is made

game with a yard ── start ── login ── stop ──┬── once more, timed: the empty game
                                             └── a matrix added, rows made ── start, timed

The file was read once before, as by `add`. Seconds are those of the clock until a guest stands in
the yard; the processor's are the Server's own, its workers not among them.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from games import PASSWORD, cpu_seconds
from live import REPOSITORY, made_game
from maps import matrix

from tools.runner.game import Game
from tools.runner.telnet import NotSeenError, Telnet

_PATIENCE, _REST = 300, 20  # seconds

_BLOCK = '''"""A map of a benchmark."""

XYMAP_DATA = {
    "zcoord": "block",
    "matrix": "block.matrix",
    "prototypes": {
        ("*", "*", "*"): {"prototype_parent": "xyz_room", "key": "A cell", "desc": "Bare walls."}
    },
    "options": {"rooms": "lazy"},
}
'''
_ROWS = """
import random
from evennia.objects.models import ObjectDB
from xyzgrid_ext.game.base.lock import write_lock
from xyzgrid_ext.game.spawn import making
from xyzgrid_ext.game.world.current import current
live, chance = current(), random.Random(1)
write_lock().acquire("bench")
while ObjectDB.objects.count() < {rows}:
    making.ensure(live, ("block", chance.randrange(live.grids["block"].rooms)))
"""


def main() -> None:
    """Measure both games, and print one table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--edge", type=int, default=100)
    parser.add_argument("--rows", type=int, default=10_000)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        game = made_game(Path(name), 1)
        game = replace(game, environment=game.environment | {"PYTHONPATH": str(REPOSITORY)})
        game.bootstrap(EVENNIA_SUPERUSER_USERNAME="bencher", EVENNIA_SUPERUSER_PASSWORD=PASSWORD,
                       EVENNIA_SUPERUSER_EMAIL="")  # fmt: skip
        figures_of(game)  # what only a first start does
        empty = figures_of(game)
        world = Path(name) / "world"
        (world / "block.py").write_text(_BLOCK)
        (world / "block.matrix").write_text(matrix(options.edge))
        print(game.evennia("xyzgrid", "add", "world.block", timeout=600), file=sys.stderr)
        print(game.evennia("shell", "-c", _ROWS.format(rows=options.rows)), file=sys.stderr)
        large = figures_of(game)
    print(f"{'from start to login':28}{'empty':>10}{options.edge**3:>14,}{'more':>10}")
    for key, value in empty.items():
        print(f"{key:28}{value:>10.1f}{large[key]:>14.1f}{large[key] - value:>10.1f}")


def figures_of(game: Game) -> dict[str, float]:
    """Start a game, log in, stop it; seconds until then, and what the Server took."""
    began = time.monotonic()
    launcher = game._launch("start")
    try:
        _log_in(game)
        found = {
            "seconds": time.monotonic() - began,
            "processor seconds": cpu_seconds(game, "server"),
        }
        time.sleep(_REST)
        status = Path(f"/proc/{game.pid('server')}/status").read_text()
        memory = re.search(r"VmRSS:\s*(\d+)", status)
        assert memory is not None
        return found | {
            f"processor seconds, {_REST} s on": cpu_seconds(game, "server"),
            f"MB, {_REST} s on": int(memory[1]) / 1024,
        }
    finally:
        launcher.kill()
        launcher.wait()
        game.stop()


def _log_in(game: Game) -> None:
    """Log in, as soon as it works: who comes before the Server is up is never greeted."""
    end, clients = time.monotonic() + _PATIENCE, list[Telnet]()
    while time.monotonic() < end:
        with suppress(OSError):
            clients.append(Telnet(game.host, game.base, timeout=60))
        for client in clients:
            with suppress(NotSeenError):
                client.read_until("connect guest", timeout=0.5 / len(clients))
                client.send("connect guest")
                client.read_until(r"You become \w+\.")
                client.ask("look", "Exits")
                for one in clients:
                    one.close()
                return
        time.sleep(0.0 if clients else 0.2)
    raise RuntimeError(f"no login\n{game.logs()}")


if __name__ == "__main__":
    main()
