"""Links that may not lead back, found before the states of play are explored."""

from __future__ import annotations

from xyzgrid_ext.parts.proof.core.net import Arc, Net


def points_of_no_return(net: Net) -> tuple[Arc, ...]:
    """Return the arcs that may have no way back, found before the states of play are explored.

    A player in room u has passed all dominators of u, rooms and arcs, and can walk from each of
    these rooms to u again. So an arc u -> v leads back if one of them can be reached from v by
    links that the dominators have opened.
    """
    arcs = {(arc.source, arc.target, arc.needs, arc.lock) for arc in net.all_arcs}
    single = [  # most ways are as open from one side as from the other
        arc
        for arc in net.all_arcs
        if (arc.target, arc.source, arc.needs, arc.lock) not in arcs and arc.source != arc.target
    ]
    if not single:
        return ()
    before = _dominators(net)
    gated = [arc for arc in net.all_arcs if arc.needs or arc.lock]
    found = []
    for arc in single:
        above = before[arc.source]
        if not above or any(
            back.target == arc.source and not back.needs & ~arc.needs and not back.lock & ~arc.lock
            for back in net.arcs[arc.target]
        ):
            continue  # never reached, or there is a way back
        words, opened = arc.needs, arc.lock
        for place, other in enumerate(gated, start=net.rooms):
            if above >> place & 1:
                words |= other.needs
                opened |= other.lock
        if not net.rooms_from(arc.target, words, opened) & above:
            found.append(arc)
    return tuple(found)


def _dominators(net: Net) -> list[int]:
    """Return the dominators of each room: the rooms and arcs on every path to it from the start.

    Each is a set of bits: first the rooms, then the gated arcs, which need something. A room
    without a path to it has none.
    """
    gated = [arc for arc in net.all_arcs if arc.needs or arc.lock]
    own = {arc.number: 1 << place for place, arc in enumerate(gated, start=net.rooms)}
    every = (1 << net.rooms + len(gated)) - 1
    before = [every] * net.rooms
    before[net.start] = 1 << net.start
    ways = [
        (arc.source, arc.target, own.get(arc.number, 0) | 1 << arc.target)
        for arc in net.all_arcs
        if arc.source != arc.target
    ]
    changed = True
    while changed:
        changed = False
        for source, target, passed in ways:
            been = before[source] | passed
            if before[target] & ~been:
                before[target] &= been
                changed = True
    reached = net.optimistic
    return [been if reached >> room & 1 else 0 for room, been in enumerate(before)]
