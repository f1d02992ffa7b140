"""Small dungeons as text, for the tests of the prover.

problem('''
    start -smallkey- hall -> goal      two directions, one door; `->` one way
    start: smallkey, item:rope < kill:rat
''')                                   what a room gives, and what each needs
"""

import re

import pytest

from xyzgrid_ext.parts.proof.core import Link, Pickup, Problem, ProblemRoom


def problem_of(text, start="start", goal="goal"):
    rooms, gives, links = {}, {}, []
    for line in filter(None, map(str.strip, text.splitlines())):
        if match := re.fullmatch(r"(\w+): (.*)", line):
            rooms.setdefault(match[1])
            for part in match[2].split(", "):
                what, _, needs = part.partition(" < ")
                gives.setdefault(match[1], []).append(Pickup(what, tuple(needs.split())))
            continue
        first, *rest = line.split()
        rooms.setdefault(first)
        for arrow, room in zip(rest[::2], rest[1::2], strict=True):
            rooms.setdefault(room)
            needs = tuple(w for w in arrow.strip("->").split("+") if w)
            door, consumes = f"door {len(links)}", "smallkey" in needs
            links.append(Link(first, room, f"to {room}", needs, door, consumes))
            if not arrow.endswith(">"):
                links.append(Link(room, first, f"to {first}", needs, door, consumes))
            first = room
    return Problem(
        start,
        goal,
        tuple(ProblemRoom(room, tuple(gives.get(room, ()))) for room in rooms),
        tuple(links),
    )


@pytest.fixture(scope="session")
def problem():
    """Return `problem_of`: a text becomes a problem."""
    return problem_of
