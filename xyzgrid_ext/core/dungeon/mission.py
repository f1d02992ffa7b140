"""The mission: a tree of rooms that hold something, with gates between them.

    start ─┬─ smallkey
           ├─ map
           └─(smallkey)─ . ─┬─ bigkey                 (gate): before a room and all behind it
                            ├─(bigkey)─ .─(item:rope)─ boss ─(kill:boss)─ goal
                            └─ item

It is made from the goal backwards: each step adds a branch or puts a gate before branches that
exist already. The steps come in any order that keeps these rules, `a < b`: a is done before b:

    boss < obstacle of the item < big chest < big key < locked doors < small keys
    boss < obstacles of items that are brought, seals;  compass, map < locked doors

The big key opens the big chest and a door on the way to the boss; it comes before the obstacle;
otherwise nobody would ever stand before it without the key. No small key lies behind a door that
takes one: there is a way to the goal by construction. Source: the generator of the game Tunics! by
Legofarmen, as the specification describes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.core.dungeon.parameters import Parameters

KILL_BOSS = "kill:boss"
SEALS = ("puzzle", "kill")  # what opens a seal: something in the room before it
# what the goal cannot be reached without
ESSENTIAL = {"goal", "item", "bigkey", "smallkey"}
_ALONG = 25  # percent: how often another branch comes behind the same gate
_TWO_BROUGHT = 10  # from this tier on two of the items that are brought are needed


@dataclass(frozen=True)
class Node:
    """A room of the mission and all behind it.

    `gate` is what its entrance needs, "" for nothing; `stairs` says that the entrance is stairs,
    which have no gate. `holds` is start, goal, boss, item, bigkey, smallkey, map, compass, fairy,
    end (a dead end) or "" for a place where branches meet.
    """

    gate: str = ""
    holds: str = ""
    children: tuple[Node, ...] = ()
    stairs: bool = False

    def all(self) -> Iterator[Node]:
        """A branch and all branches behind it."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def weight(self) -> int:
        """The number of its rooms."""
        return sum(1 for _ in self.all())

    def leads_to(self, wanted: Collection[str]) -> bool:
        """Whether it or something behind it holds one of these."""
        return any(node.holds in wanted for node in self.all())


@dataclass(frozen=True)
class Mission:
    """The tree, the item that lies in it ("" if there is none), those that have to be brought."""

    root: Node
    item: str
    brought: tuple[str, ...]


def make_mission(
    parameters: Parameters, items: Sequence[str], chance: Chance, seals: Sequence[str] = SEALS
) -> Mission:
    """Make a mission of resolved parameters, with these items and kinds of seals to choose from."""
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
    """The item that is hidden in this tier, and those of the tiers before.

    The order depends on the seed alone. Beyond the last item it begins again: then all others have
    been found.
    """
    order = parameters.items or tuple(Chance(parameters.seed, "quest").shuffled(sorted(items)))
    if not order:
        return "", ()
    place = (parameters.tier - 1) % len(order)
    before = order[:place] if parameters.tier <= len(order) else order
    return order[place], tuple(name for name in before if name != order[place])


def _rules(parameters: Parameters, item: str, brought: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Each step with those that have to be done before it."""
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
    """Any order that keeps the rules."""
    left, order = dict(rules), list[str]()
    while left:
        ready = [step for step, before in left.items() if not set(before) & left.keys()]
        order.append(chance.choice(ready))
        del left[order[-1]]
    return order


def _done(
    step: str, heads: tuple[Node, ...], seals: Sequence[str], chance: Chance
) -> tuple[Node, ...]:
    """The branches after a step."""
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
    """Put a gate before `what`, or anything that the goal needs, and maybe other branches too."""
    wanted = {what} if what else ESSENTIAL
    main = chance.choice([head for head in heads if head.leads_to(wanted)])
    along = [head for head in heads if head is not main and chance.percent(_ALONG)]
    behind = [head for head in heads if head is main or any(head is other for other in along)]
    left = tuple(head for head in heads if not any(head is other for other in behind))
    if not along and not main.gate:
        return (*left, replace(main, gate=gate))
    return (*left, Node(gate, "", tuple(behind)))


def _met(heads: tuple[Node, ...], chance: Chance) -> tuple[Node, ...]:
    """Too many branches: two of them meet in a place of their own."""
    one, other, *left = chance.shuffled(heads)
    return (*left, Node("", "", (one, other)))
