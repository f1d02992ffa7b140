"""The mission: zones with locks between them and keys in them, grown by rules.

    start ──smallkey──► crypt ──item:rope──► ...     a zone is behind the lock of one other;
      ├──item:rope──► well                            the rope in the crypt opens the well as well,
      └──◄── fall ─── ...                             which was passed before

Why no player is ever stuck: a lock is added only together with its key, and the key goes into an
earlier zone. Items and the big key are never spent, so the zones can be played in the order in
which they were made. A small key can be spent on another lock, however. So `behind` holds, for each
zone, the small-key locks before it or before an item that is needed to get there. A small-key lock
may be in A with its key in K only if K is behind no lock that A is not behind: then a player who
stands before any lock has had one key for it, or can still get one. All the same, the prover proves
each dungeon again.

A zone that `waits` does not hold anything that is needed yet. It gets the next key, or a lock with
something needed behind it. So there is something needed behind each lock, and no key is useless.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any

from xyzgrid_ext.core.chance import Chance
from xyzgrid_ext.parts.dungeons.core.model import NoPlaceError
from xyzgrid_ext.parts.dungeons.core.parameters import BOUNDS, Parameters
from xyzgrid_ext.parts.dungeons.core.rules import Rule, Step

KILL_BOSS = "kill:boss"
"""The word of `needs` of the door behind the boss: beating the boss makes it true."""
SEALS = ("puzzle", "kill")
"""What opens a sealed door: solving a puzzle, or beating an enemy, in the room before it."""
_LINEAR = 64  # rooms up to which small keys are as many as rooms
_KEYS = 50  # small keys, in hundredths
_KEYS_BY_SIZE, _KEYS_BY_TIER = 38, 17  # more of them in 1,000 rooms; that times the tier's root
_ROOMS = 34  # rooms for which a row says how often it may be used
_NEAR = 92  # percent: how often of some zones that were passed the latest gets a lock
_DRAWS = 8  # how many: the more, the shorter is the way from a key back to its lock
_SPREAD = 60  # percent: how often a lock goes to a zone that waits too, if more than one does


@dataclass
class Zone:
    """A group of rooms with no locks between them, while a mission grows.

    Attributes:
        above: the number of the zone from which a door leads here; -1 for the start.
        gate: what this door needs, as `smallkey` or `item:rope`; "" for nothing.
        behind: the small-key locks that a player opens to get here: bit i is lock number i.
        passed: the zones on the paths from the start to here and to its key: bit i is zone i.
        words: all that a player needs to get here, as `item:rope`.
        depth: how many gates lie between the start and this zone.
        key_zone: the zone that holds what `gate` needs (for the main item: the big key); -1 for
            none. The layout tries to lead players past the lock before they have the key.
        holds: what lies in the zone, as `smallkey` or `item:rope`.
        is_reward: whether nobody has to come here.
        falls, ring, stairs: whether it has a fall to another zone, a loop, stairs up.
    """

    above: int
    gate: str
    behind: int
    passed: int
    words: frozenset[str]
    depth: int
    key_zone: int = -1
    holds: list[str] = field(default_factory=list)
    is_reward: bool = False
    falls: bool = False
    ring: bool = False
    stairs: bool = False


@dataclass(frozen=True)
class ExtraExit:
    """A wish for another exit from zone `a` to zone `b`, by their numbers; `both`: and back.

    `gate` is what it needs, "" for nothing. `rule` is the index of its rule in `Mission.used`.
    """

    a: int
    b: int
    gate: str
    rule: int
    both: bool = True


@dataclass
class Mission:
    """The zones and locks of a dungeon before its rooms have places.

    `zones` begins with the start. `extra_exits` are made if there is space. `used` are the names of
    the rules that made it, `item` is the item in its big chest.
    """

    zones: list[Zone]
    extra_exits: list[ExtraExit]
    used: list[str]
    item: str


def fill_parameters(parameters: Parameters, chance: Chance) -> Parameters:
    """Return the parameters with each None replaced by a random number that suits the size.

    Dungeons differ in character: some are mostly locks, some mostly loops.
    """
    floors, tier = parameters.floors, parameters.tier
    rooms = parameters.rooms or 14 + 2 * min(tier, 10) + 4 * (floors - 1)
    size = min(rooms, isqrt(_LINEAR * rooms))  # large dungeons have relatively fewer
    hundred = _KEYS + size * (_KEYS_BY_SIZE + isqrt(_KEYS_BY_TIER**2 * tier)) // 10
    keys = max(1, hundred // 100 + chance.percent(hundred % 100))
    spread = min(2, keys * 2 // 3)
    numbers: dict[str, Any] = {
        "rooms": rooms,
        "keys": keys - spread + chance.below(2 * spread + 1),
        "seals": chance.below(min(BOUNDS["seals"][1], 2 * max(1, rooms // 30) + 1) + 1),
        "dead_ends": rooms // 20,
        "fairies": rooms // 40,
        "cycles": chance.below(rooms // 8 + 1),
        "one_way": 1 + chance.below((rooms - 4) * 2 // 9),
        "wormholes": int(floors > 1),
    }
    return replace(
        parameters, **{k: v for k, v in numbers.items() if getattr(parameters, k) is None}
    )


def quest_item(parameters: Parameters, items: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return (item that the dungeon hides, items of earlier tiers); ("", ()) without items.

    A tier is a step of the quest, from 1, with a dungeon for each. `items` are all items of the
    quest. Their order depends only on the seed; after the last one it starts again.
    """
    order = parameters.items or tuple(Chance(parameters.seed, "quest").shuffled(sorted(items)))
    if not order:
        return "", ()
    place = (parameters.tier - 1) % len(order)
    before = order[:place] if parameters.tier <= len(order) else order
    return order[place], tuple(name for name in before if name != order[place])


def grow_mission(
    parameters: Parameters,
    items: Sequence[str],
    chance: Chance,
    rules: Sequence[Rule],
    seals: Sequence[str] = SEALS,
) -> Mission:
    """Return a mission, grown by rules that are chosen by weight.

    Args:
        parameters: the result of `fill_parameters`.
        items: all items of the quest.
        chance: the random numbers.
        rules: the rules to choose from.
        seals: those of SEALS that the catalogue has, to open sealed doors.

    Raises:
        NoPlaceError: if no rule can end it.
    """
    growth = _Growth(parameters, items, chance, seals)
    rows = [r for r in rules if r.tier <= parameters.tier and r.floors <= parameters.floors]
    middle = [rule for rule in rows if not rule.last]
    most = [-(-rule.most * max(_ROOMS, parameters.rooms or 0) // _ROOMS) for rule in middle]
    while growth.unfinished:
        ready = [n for n, rule in enumerate(middle) if most[n] > 0 and growth.allows(rule)]
        while ready:
            place = chance.pick_weighted(ready, [middle[n].weight for n in ready])
            if growth.apply(middle[place]):
                most[place] -= 1
                break
            ready.remove(place)
        else:
            break
    last = [rule for rule in rows if rule.last]
    while last:
        rule = chance.pick_weighted(last, [rule.weight for rule in last])
        if growth.apply(rule):
            break
        last.remove(rule)
    if "goal" not in growth.zones[-1].holds:
        cure = "add a row with last=True" if items else "add an obstacle to the catalogue"
        raise NoPlaceError("no rule ends the mission", cure)
    growth.settle()
    return Mission(growth.zones, growth.ways, growth.used, growth.main)


class _Growth:
    """The mission while it grows."""

    def __init__(
        self, parameters: Parameters, items: Sequence[str], chance: Chance, seals: Sequence[str]
    ) -> None:
        rooms = parameters.rooms or 0
        main, known = quest_item(parameters, items)
        others = [*known, *(item for item in sorted(items) if item not in (main, *known))]
        self.main = main
        self.parameters = parameters
        self.chance = chance
        self.seals = seals
        self.items = chance.shuffled(others)[: _items_beside(rooms, chance)]
        self.keys_left = parameters.keys or 0
        self.seals_left = parameters.seals or 0
        self.found: list[tuple[str, int]] = []  # items that lie somewhere, and where
        self.locks = 0  # with small keys
        self.zones = [Zone(-1, "", 0, 1, frozenset(), 0)]
        self.waiting = [0]
        self.ways: list[ExtraExit] = []
        self.used: list[str] = []
        pool = ["fairy"] * (parameters.fairies or 0) + ["end"] * (parameters.dead_ends or 0)
        self.pool = chance.shuffled(pool)

    @property
    def unfinished(self) -> bool:
        return bool(self.keys_left or self.items or self.seals_left)

    def allows(self, rule: Rule) -> bool:
        """Whether the mission has the part that the rule replaces."""
        keys, items, seals, found = rule.uses
        return (
            keys <= self.keys_left
            and items <= len(self.items)
            and seals <= self.seals_left
            and (not found or bool(self.found))
        )

    def apply(self, rule: Rule) -> bool:
        """Apply a rule, if there are zones for it; return whether it was applied."""
        zones: dict[str, int] = {}
        if rule.uses[1] and not (self.items or (rule.last and self.main)):
            return False
        for step in rule.grow:
            if step[0] == "take" and not self._take(rule, step, zones):
                return False
        number = len(self.used)
        self.used.append(rule.name)
        item = self.main if rule.last else ""
        for word, *rest in rule.grow:
            if word == "item":
                item = item or self.items.pop()
                chest = "item" if rest[1:] else "find"
                self._put(zones[rest[0]], f"{chest}:{item}")
                self.found.append((f"item:{item}", zones[rest[0]]))
            elif word == "bigkey":
                self._put(zones[rest[0]], "bigkey")
                self.found.append(("bigkey", zones[rest[0]]))
            elif word == "lock":
                zones[rest[2]] = self._lock(zones, rest, item, rule)
            elif word == "reward":
                self._reward(zones[rest[0]])
            elif word == "way":
                self._way(zones[rest[0]], rest[1], zones[rest[2]], item, number)
            elif word == "fall":
                self.zones[zones[rest[0]]].falls = True
                self.ways.append(ExtraExit(zones[rest[0]], zones[rest[1]], "", number, both=False))
            elif word == "ring":
                self.zones[zones[rest[0]]].ring = True
            elif word == "stairs":
                self.zones[zones[rest[0]]].stairs = True
        self.found = [(word, zone) for word, zone in self.found if word != "bigkey"]
        return True

    def settle(self) -> None:
        """Place the optional things: map and compass early, the rest anywhere."""
        for zone in self.waiting:
            self._reward(zone)
        early = [
            number
            for number, zone in enumerate(self.zones)
            if self._may_lock(zone) and zone.gate != KILL_BOSS
        ]
        early.sort(key=lambda number: self.zones[number].depth)
        for item in ("map", "compass"):
            self.zones[self.chance.choice(early[: max(2, len(early) // 2)])].holds.append(item)
        for item in self.pool:
            self.zones[self.chance.choice(early)].holds.append(item)
        self.pool = []

    # --- the steps

    def _take(self, rule: Rule, step: Step, zones: dict[str, int]) -> bool:
        _take, name, how, *of = step
        taken = set(zones.values())
        if how in ("waiting", "locked"):
            choices = [n for n in self.waiting if n not in taken]
            choices = [n for n in choices if how == "waiting" or n > 0]
            # a need for two zones joins their branches
        else:
            choices = [n for n, zone in enumerate(self.zones) if self._may_lock(zone)]
            if how == "passed":
                lock_zone = zones[of[0]]
                seen = self.zones[lock_zone].passed
                before = [n for n in choices if seen >> n & 1 and n != lock_zone]
                choices = before or [lock_zone]
            both = [n for n in self.waiting if n not in taken]
            if both and name in rule.useful_zones and self.chance.percent(_SPREAD):
                choices = both
        if name in rule.zones_with_found_lock:
            items = {word for word, _zone in self.found}
            choices = [n for n in choices if items - self.zones[n].words]
        key = rule.key_zones.get(name)
        if key is not None:
            need = self.zones[zones[key]].behind
            choices = [n for n in choices if not need & ~self.zones[n].behind]
            if not choices and name not in rule.zones_with_found_lock:
                choices = [zones[key]]
        if not choices:
            return False
        near = how in ("passed", "any") and self.chance.percent(_NEAR)
        zones[name] = max(self.chance.choice(choices) for _draw in range(_DRAWS if near else 1))
        return True

    def _may_lock(self, zone: Zone) -> bool:
        return not zone.is_reward and "boss" not in zone.holds

    def _put(self, zone: int, what: str) -> None:
        self.zones[zone].holds.append(what)
        self._serve(zone)

    def _serve(self, zone: int) -> None:
        """Mark a zone as one that holds, or leads to, something needed."""
        if zone in self.waiting:
            self.waiting.remove(zone)

    def _lock(self, zones: dict[str, int], rest: Sequence[str], item: str, rule: Rule) -> int:
        above, gate, _name, *key = rest
        host = self.zones[zones[above]]
        behind, passed, words, source = host.behind, host.passed, host.words, -1
        if gate == "smallkey":
            self.keys_left -= 1
            source = zones[key[0]]
            self._put(source, "smallkey")
            behind |= 1 << self.locks
            words |= self.zones[source].words
            self.locks += 1
        elif gate == "seal":
            gate = self.chance.choice(self.seals)
            self.seals_left -= 1
        elif gate == "boss":
            host.holds.append("boss")
            gate = KILL_BOSS
        elif gate:
            gate, source = self._word(gate, item, host)
            words |= {gate} | self.zones[source].words
        if source >= 0:
            behind |= self.zones[source].behind
            passed |= self.zones[source].passed
        if gate == f"item:{self.main}":  # its chest takes the big key
            words |= {"bigkey"}
            source = next(zone for word, zone in self.found if word == "bigkey")
        number = len(self.zones)
        depth = host.depth + bool(gate)
        bit = 1 << number
        zone = Zone(zones[above], gate, behind, passed | bit, words, depth, source)
        self.zones.append(zone)
        if above in rule.useful_zones:
            self._serve(zones[above])
        if gate == KILL_BOSS:
            self.zones[-1].holds.append("goal")
        else:
            self.waiting.append(number)
        return number

    def _word(self, gate: str, item: str, host: Zone) -> tuple[str, int]:
        """Return the word that a gate needs, and the zone where it is found."""
        if gate == "found":
            return self.chance.choice([p for p in self.found if p[0] not in host.words])
        word = gate if gate == "bigkey" else f"item:{item}"
        return next(pair for pair in self.found if pair[0] == word)

    def _reward(self, zone: int) -> None:
        self.zones[zone].is_reward = True
        if self.pool:
            self.zones[zone].holds.append(self.pool.pop())
        if zone in self.waiting:
            self.waiting = [n for n in self.waiting if n != zone]

    def _way(self, a: int, gate: str, b: int, item: str, rule: int) -> None:
        """Wish for another exit into b, if nobody can enter by it who could not enter before."""
        word, source = self._word(gate, item, self.zones[a])
        above = self.zones[b].above
        before = self.zones[above].behind if above >= 0 else 0
        if a != b and not before & ~(self.zones[a].behind | self.zones[source].behind):
            self.ways.append(ExtraExit(a, b, word, rule))


def _items_beside(rooms: int, chance: Chance) -> int:
    """Return how many items a dungeon has besides the one in its big chest."""
    return max(0, (rooms >= 24) + (rooms >= 50) + rooms // 80 - chance.below(2))
