"""Many dungeons, made and proved: how many there are in a second, and whether any of them fails.

    python tests/bench/dungeons.py                 20,000: tiers 1-10, 1-3 floors, up to 60 rooms
    python tests/bench/dungeons.py --count 1000    fewer
    python tests/bench/dungeons.py --first 1000    other seeds: 1000 and those that follow
    python tests/bench/dungeons.py --rooms 300     of that size alone, on as many floors as it needs
    python tests/bench/dungeons.py --plain         also by a second prover: step by step up to 60
                                                   rooms, which is slow, by regions beyond
    python tests/bench/dungeons.py --pool 2        the rates in two processes, beside those in one

Each goes out as data and comes back to the prover from it. The generator proves what it makes, so
that all are proved twice. Exit code 1 if any dungeon fails, is not proved or
leaves its grid.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from itertools import product
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "parts/dungeons/core"))

import plain
import pool
import regions

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Dungeon, Parameters
from xyzgrid_ext.parts.dungeons.core.generate import ATTEMPTS, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.proof.core import Proof, prove, read_problem

TIERS, FLOORS = range(1, 11), range(1, 4)
ROOMS = (None, 20, 34, 60)


def main() -> int:
    """Make them, prove them, print the table; the exit code."""
    parser = ArgumentParser(description="Make and prove many dungeons.")
    parser.add_argument("--count", type=int, metavar="N", help="default 20,000; 200 of --pool")
    parser.add_argument("--first", type=int, default=0, metavar="S", help="first seed; default 0")
    parser.add_argument("--rooms", type=int, metavar="N", help="default: up to 60")
    parser.add_argument("--plain", action="store_true", help="ask the second prover as well")
    parser.add_argument("--pool", type=int, metavar="P", help="rates in so many processes")
    options = parser.parse_args()
    if options.pool:
        pool.print_rates(options.pool, options.count or 200)
        return 0
    count = options.count or 20_000
    catalogue = Catalogue.of(CATALOGUE)
    least = -(-(options.rooms or 1) // 60)  # rooms that have a place on a floor
    floors_of = range(least, least + len(FLOORS))
    kinds = list(product((options.rooms,) if options.rooms else ROOMS, TIERS, floors_of))
    second = regions if (options.rooms or 0) > max(filter(None, ROOMS)) else plain
    made: Counter[str] = Counter()
    attempts: Counter[int] = Counter()
    making = proving = 0.0
    for seed in range(options.first, options.first + count):
        rooms, tier, floors = kinds[seed % len(kinds)]
        begin = perf_counter()
        try:
            order = Parameters(seed, tier, floors, rooms)
            dungeon = generate(order, catalogue, {})
        except GridError as error:
            making += perf_counter() - begin
            made["failed"] += 1
            print(f"seed {seed}, tier {tier}, {floors} floors: {error}", file=sys.stderr)
            continue
        data = json.dumps(dungeon.as_data())
        middle = perf_counter()
        proof = proved(data)
        making, proving = making + middle - begin, proving + perf_counter() - middle
        made["proved" if proof.proved else "not proved"] += 1
        made["outside its grid"] += not inside(dungeon)
        made["lost in plain"] += options.plain and not second.is_never_lost(json.loads(data))
        attempts[dungeon.attempt + 1] += 1
        if not proof.proved:
            print(f"seed {seed}, tier {tier}, {floors} floors: {proof.findings}", file=sys.stderr)
    faults = made["failed"] + made["not proved"] + made["outside its grid"] + made["lost in plain"]
    floors = f"{floors_of[0]}-{floors_of[-1]} floors"
    print(f"{count:,} dungeons, tiers 1-10, {floors}: {made['proved']:,} proved, ", end="")
    print(f"{made['failed']} failed, {made['not proved']} not proved, ", end="")
    if options.plain:
        print(f"{made['lost in plain']} not proved by the second prover, ", end="")
    print(f"{made['outside its grid']} outside their grid")
    print(f"made {count / making:.0f} a second, proved {count / proving:.0f} a second, ", end="")
    print(f"both {count / (making + proving):.0f} a second")
    print(f"attempts needed: {dict(sorted(attempts.items()))}, of {ATTEMPTS}")
    return int(faults > 0)


def proved(data: str) -> Proof:
    """Read a dungeon as a stranger does, and prove it."""
    read = json.loads(data)
    return prove(read_problem(read), read["solved"])


def inside(dungeon: Dungeon) -> bool:
    """Whether each room has a place of its own within the sheets."""
    own = dungeon.parameters
    coords = {room.coord for room in dungeon.rooms}
    return len(coords) == len(dungeon.rooms) and all(
        0 <= x < own.width and 0 <= y < own.height and 0 <= z < own.floors for x, y, z in coords
    )


if __name__ == "__main__":
    sys.exit(main())
