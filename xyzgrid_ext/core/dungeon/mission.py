"""The mission: a tree of rooms with contents, and gates between them.

    start ─┬─ smallkey
           ├─ map
           └─(smallkey)─ . ─┬─ bigkey                 (gate): before a room and all behind it
                            ├─(bigkey)─ .─(item:rope)─ boss ─(kill:boss)─ goal
                            └─ item

The tree is built backwards from the goal: each step adds a branch, or puts a gate before existing
branches. The steps come in any order with these rules, where `a < b` means that a comes before b:

    boss < obstacle of the item < big chest < big key < locked doors < small keys
    boss < obstacles of items that are brought, seals;  compass, map < locked doors

The big key opens the big chest and a door on the way to the boss. That door comes before the
obstacle; otherwise no player would ever see it without the key. No small key lies behind a door
that takes one, so the goal can always be reached. Source: the generator of the game Tunics! by
Legofarmen, as the specification describes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon_parameters import Parameters

KILL_BOSS = "kill:boss"
SEALS = ("puzzle", "kill")  # what opens a seal: something in the room before it
# what the goal cannot be reached without
ESSENTIAL = {"goal", "item", "bigkey", "smallkey"}
_ALONG = 25  # percent: how often another branch comes behind the same gate
_TWO_BROUGHT = 10  # from this tier on two of the items that are brought are needed


@dataclass(frozen=True)
class Node:
    """A room of the mission and everything behind it.

    `gate` is what its entrance needs, or "" if it needs nothing; `stairs` says that the entrance is
    stairs, which have no gate. `holds` is start, goal, boss, item, bigkey, smallkey, map, compass,
    fairy, end (a dead end) or "" where branches meet.
    """

    gate: str = ""
    holds: str = ""
    children: tuple[Node, ...] = ()
    stairs: bool = False

    def all(self) -> Iterator[Node]:
        """Yield the node and all nodes behind it."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def weight(self) -> int:
        """The number of rooms in the branch."""
        return sum(1 for _ in self.all())

    def leads_to(self, wanted: Collection[str]) -> bool:
        """Whether the branch holds one of these."""
        return any(node.holds in wanted for node in self.all())


@dataclass(frozen=True)
class Mission:
    """A mission: its tree, the item found in it ("" if there is none), and the items to bring."""

    root: Node
    item: str
    brought: tuple[str, ...]


def make_mission(
    parameters: Parameters, items: Sequence[str], chance: Chance, seals: Sequence[str] = SEALS
) -> Mission:
    """Make a mission of resolved parameters, with a choice of items and kinds of seals."""
    item, known = quest(parameters, items)
    count = min(len(known), 1 + (parameters.tier >= _TWO_BROUGHT))
    brought = tuple(sorted(chance.stream("brought").shuffled(known)[:count]))
    heads: tuple[Node, ...] = ()
    steps = _order(_rules(parameters, item, brought), chance.stream("order"))
    for step in steps:
        heads = _done(step, heads, seals, chance.stream(step))
        if len(heads) > (parameters.branches or 0):
            heads = _met(heads, chance.stream(step, "meet"))
    return Mission(Node("", "start", heads), item, brought)


def quest(parameters: Parameters, items: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the item hidden in this tier, and those of earlier tiers.

    The order depends only on the seed. After the last item it starts again: by then all others have
    been found.
    """
    order = parameters.items or tuple(Chance(parameters.seed, "quest").shuffled(sorted(items)))
    if not order:
        return "", ()
    place = (parameters.tier - 1) % len(order)
    before = order[:place] if parameters.tier <= len(order) else order
    return order[place], tuple(name for name in before if name != order[place])


def _rules(parameters: Parameters, item: str, brought: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the steps that must come before each step."""
    rules: dict[str, tuple[str, ...]] = {"boss": (), "map": (), "compass": ()}
    chest = "boss"
    if item:
        rules |= {f"obstacle {item}": ("boss",), "item": (f"obstacle {item}",)}
        chest = "item"
    rules["bigkey"] = (chest,)
    rules |= {f"obstacle {name}": ("boss",) for name in brought}
    rules |= {f"seal {number}": ("boss",) for number in range(parameters.seals or 0)}
    before: tuple[str, ...] = ("bigkey", "map", "compass")
    for kind in ("lock", "smallkey"):
        for number in range(parameters.keys or 0):
            rules[f"{kind} {number}"] = before
            before = (f"{kind} {number}",)
    for kind, count in (("fairy", parameters.fairies), ("end", parameters.dead_ends)):
        rules |= {f"{kind} {number}": () for number in range(count or 0)}
    return rules


def _order(rules: dict[str, tuple[str, ...]], chance: Chance) -> list[str]:
    """Return a random order that follows the rules."""
    left, order = dict(rules), list[str]()
    while left:
        ready = [step for step, before in left.items() if not set(before) & left.keys()]
        order.append(chance.choice(ready))
        del left[order[-1]]
    return order


def _done(
    step: str, heads: tuple[Node, ...], seals: Sequence[str], chance: Chance
) -> tuple[Node, ...]:
    """Return the branches after a step."""
    kind, _, rest = step.partition(" ")
    if kind == "boss":
        return (*heads, Node("", "boss", (Node(KILL_BOSS, "goal"),)))
    if kind == "obstacle":
        return _gated(f"item:{rest}", "", heads, chance)
    if kind == "lock":
        return _gated("smallkey", "", heads, chance)
    if kind == "seal":
        return _gated(chance.choice(seals), "", heads, chance)
    if kind == "bigkey":
        heads = _gated("bigkey", "goal", heads, chance)
    return (*heads, Node("", kind))


def _gated(gate: str, what: str, heads: tuple[Node, ...], chance: Chance) -> tuple[Node, ...]:
    """Put a gate before `what`, or before anything that the goal needs, and add branches."""
    wanted = {what} if what else ESSENTIAL
    main = chance.choice([head for head in heads if head.leads_to(wanted)])
    along = [head for head in heads if head is not main and chance.percent(_ALONG)]
    behind = [head for head in heads if head is main or any(head is other for other in along)]
    left = tuple(head for head in heads if not any(head is other for other in behind))
    if not along and not main.gate:
        return (*left, replace(main, gate=gate))
    return (*left, Node(gate, "", tuple(behind)))


def _met(heads: tuple[Node, ...], chance: Chance) -> tuple[Node, ...]:
    """Join two of too many branches in an extra room."""
    one, other, *left = chance.shuffled(heads)
    return (*left, Node("", "", (one, other)))
