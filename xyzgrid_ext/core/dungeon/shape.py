"""Turns a mission into a tree of rooms that can be built: each door needs a wall of its own.

        five branches                        three and a corridor
    start ─┬┬┬┬┬─ ...                    start ─┬─┬─ . ─┬─┬─ ...

A room has four walls, one of them with the door by which players enter. The entrance and a big-key
door take their whole room, so it holds no obstacle and no pickup. All obstacles of one room need
the same item. Corridors and side rooms are added up to the requested number of rooms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.mission import ESSENTIAL, SEALS, Node

BRANCHES = 3
_ASIDE = 65  # percent of the corridors that lead to optional rooms
_SPURS = 20  # percent of the added rooms that are side rooms; the others lengthen a corridor


def shaped(root: Node, rooms: int, floors: int, chance: Chance) -> Node:
    """Return the tree with space for all its gates and stairs, padded to about `rooms`."""
    root = _with_stairs(_spread(root), floors, chance.stream("stairs"))
    for number in range(rooms - root.weight):
        root = _padded(root, chance.stream(number))
    return root


def suits(host: str, gates: Sequence[str]) -> bool:
    """Whether the room of `host` can have doors with these gates besides plain ones."""
    items = {gate for gate in gates if gate.startswith("item:")}
    seals = set(SEALS) & set(gates)
    if "bigkey" in gates:
        return not (host or items or seals)
    return len(items) <= 1 and not (host and (items or seals))


def _spread(node: Node) -> Node:
    """Put branches that do not fit into a room behind corridors; lighter ones branch off first."""
    here: list[Node] = []
    rest: list[Node] = []
    for child in sorted(map(_spread, node.children), key=lambda child: child.weight):
        gates = [other.gate for other in (*here, child)]
        fits = len(here) < BRANCHES and suits(node.holds, gates)
        (here if fits else rest).append(child)
    if rest and len(here) == BRANCHES:
        rest.insert(0, here.pop())
    if rest:
        here.append(_spread(Node("", "", tuple(rest))))
    return replace(node, children=tuple(here))


def _with_stairs(root: Node, floors: int, chance: Chance) -> Node:
    """Choose branches that begin with stairs, each behind the last, to share rooms out evenly."""
    tree, share = root, root.weight / floors
    for floor in range(1, floors):
        wanted = share * (floors - floor)
        inside = [n for n in tree.all() if n is not tree and n.holds not in ("boss", "goal")]
        if not inside:
            break
        least = min(abs(node.weight - wanted) for node in inside)
        node = chance.choice([n for n in inside if abs(n.weight - wanted) <= least + 1])
        plain = not node.gate and not node.holds
        tree = replace(node, stairs=True) if plain else Node("", "", (node,), stairs=True)
        root = _with(root, node, tree)
    return root


def _padded(root: Node, chance: Chance) -> Node:
    """Return the tree with one more room."""
    nodes = list(root.all())
    if chance.percent(_SPURS):
        hosts = [n for n in nodes if not n.holds and len(n.children) < BRANCHES]
        if hosts:
            host = chance.choice(hosts)
            return _with(root, host, replace(host, children=(Node("", "end"), *host.children)))
    inside = [n for n in nodes if n is not root and n.holds not in ("boss", "goal")]
    optional = [n for n in inside if not n.leads_to(ESSENTIAL)]
    node = chance.choice(optional if optional and chance.percent(_ASIDE) else inside)
    if node.gate and chance.percent(50):
        return _with(root, node, Node(node.gate, "", (replace(node, gate=""),)))
    return _with(root, node, Node("", "", (node,)))


def _with(tree: Node, old: Node, new: Node) -> Node:
    """Return the tree with one of its nodes (found by identity) replaced."""
    if tree is old:
        return new
    if not any(old is node for child in tree.children for node in child.all()):
        return tree
    return replace(tree, children=tuple(_with(child, old, new) for child in tree.children))
