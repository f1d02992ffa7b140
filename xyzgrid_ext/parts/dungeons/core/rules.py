"""The rewriting rules as rows: the part of the mission that each replaces, and the new part.

    Rule("lock seen before its key", 30, grow=(
        ("take", "K", "waiting"),               K: a zone in which nothing lies yet that is needed
        ("take", "A", "passed", "K"),           A: one that is passed on the way to K
        ("lock", "A", "smallkey", "B", "K")))   B: a new zone, behind a lock of A whose key is in K

The steps of a row:

    take ZONE HOW [OF]     waiting   something needed still has to be put there
                           passed    lies on the way to OF, or is OF where nothing does
                           any       whichever;    locked   waiting, and behind a lock itself
    lock A GATE B [K]      B behind a GATE of A: smallkey, with the key in K; item, that of this
                           rule; found, an item of another rule; seal, opened in A; bigkey; boss;
                           "", nothing
    item K [chest]         an item that nothing else gives lies in K, in a chest with the big key
    bigkey K               the big key lies in K
    reward B               B is worth a visit and nobody has to come there
    way A GATE B           another way between zones, that needs item or found
    fall B A               one falls into B, and comes out again in A
    ring K                 K has a loop, and whoever has what lies there has beaten somebody
    stairs K               two stairs lead to the floor above, where there is one

A game adds its own rows as RULES in the module of its catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from xyzgrid_ext.core.findings import Finding, RefusedError

Step = tuple[str, ...]
"""A step of a rule: a verb and its arguments, such as names of zones; see the module.

In ("lock", "A", "smallkey", "B", "K"), zone B lies behind a door of A, and its key is in zone K.
"""

# of each step: how many words follow it at least and at most
_STEPS = {
    "take": (2, 3),
    "lock": (3, 4),
    "item": (1, 2),
    "bigkey": (1, 1),
    "reward": (1, 1),
    "way": (3, 3),
    "fall": (2, 2),
    "ring": (1, 1),
    "stairs": (1, 1),
}
_KEY_CONDITIONS = ("waiting", "locked", "passed", "any")
_GATES = ("smallkey", "item", "found", "seal", "bigkey", "boss", "")


@dataclass(frozen=True)
class Rule:
    """A rewriting rule by which missions grow.

    Attributes:
        weight: its weight in the random choice among rules.
        grow: its steps in order: ("take", "A", "any") chooses any zone and calls it A, ("lock",
            "A", "smallkey", "B", "K") adds zone B behind a door of A, with its key in zone K.
        tier, floors: the least tier, and number of floors, of a dungeon for which it is used.
        most: how often it is used at most, for each 34 rooms.
        last: whether it ends a mission; such rules are used once, at the end.
    """

    name: str
    weight: int
    grow: tuple[Step, ...]
    tier: int = 1
    floors: int = 1
    most: int = 9
    last: bool = False

    @cached_property
    def uses(self) -> tuple[int, int, int, bool]:
        """(Number of small keys, of items, of seals, whether it needs an item of another rule)."""
        gates = [step[2] for step in self.grow if step[0] in ("lock", "way")]
        items = sum(step[0] == "item" for step in self.grow)
        return gates.count("smallkey"), items, gates.count("seal"), "found" in gates

    @cached_property
    def key_zones(self) -> dict[str, str]:
        """The zone before each small-key lock -> the zone that holds its key."""
        locks = (s for s in self.grow if s[0] == "lock" and s[2] == "smallkey")
        return {step[1]: step[4] for step in locks}

    @cached_property
    def zones_with_found_lock(self) -> frozenset[str]:
        """The names of zones with a lock or way that needs an item placed by an earlier rule."""
        return frozenset(s[1] for s in self.grow if s[0] in ("lock", "way") and s[2] == "found")

    @cached_property
    def useful_zones(self) -> frozenset[str]:
        """The names of zones with an item, the big key, or a lock before more than a reward."""
        rewards = {step[1] for step in self.grow if step[0] == "reward"}
        locks = {s[1] for s in self.grow if s[0] == "lock" and s[3] not in rewards}
        return frozenset(locks | {s[1] for s in self.grow if s[0] in ("item", "bigkey")})


def _rule(
    name: str, weight: int, *grow: str, tier: int = 1, floors: int = 1, most: int = 9
) -> Rule:
    return Rule(name, weight, tuple(_words(step) for step in grow), tier, floors, most)


def _words(step: str) -> Step:
    return tuple("" if word == "-" else word for word in step.split())


def _end(name: str, weight: int, *grow: str, tier: int = 1) -> Rule:
    return Rule(name, weight, tuple(_words(step) for step in grow), tier, last=True)


RULES: tuple[Rule, ...] = (
    _rule(
        "lock seen before its key", 30, "take K waiting", "take A passed K", "lock A smallkey B K"
    ),
    _rule("key behind another lock", 20, "take K locked", "take A any", "lock A smallkey B K"),
    _rule(
        "return with an item",
        20,
        "take K waiting",
        "take A passed K",
        "take C passed K",
        "item K",
        "lock A item B",
        "lock C item D",
        "reward D",
    ),
    _rule(
        "item that opens three earlier places",
        16,
        "take K waiting",
        "take A passed K",
        "take C passed K",
        "take E passed K",
        "item K",
        "lock A item B",
        "lock C item D",
        "lock E item F",
        "reward F",
        tier=3,
    ),
    _rule(
        "hidden shortcut",
        30,
        "take K locked",
        "take A passed K",
        "item K",
        "lock A item B",
        "way A item K",
        tier=2,
    ),
    _rule(
        "two ways with two prices",
        30,
        "take K waiting",
        "take A passed K",
        "lock A smallkey B K",
        "way A found B",
        tier=2,
        most=1,
    ),
    _rule("guarded door", 14, "take A waiting", "lock A seal B"),
    _rule("gambit", 12, "take A waiting", "lock A - B", "fall B A", tier=2, most=1),
    _rule("patrolled loop", 12, "take K waiting", "ring K", tier=2, most=1),
    _rule("second floor from two sides", 30, "take K waiting", "stairs K", floors=2, most=1),
    _rule("optional secret", 12, "take A any", "lock A found B", "reward B", most=1),
    _end(
        "foreshadowed goal",
        30,
        "take K waiting",
        "take A passed K",
        "take C passed K",
        "take E passed K",
        "bigkey K",
        "item C chest",
        "lock A bigkey B",
        "lock B item D",
        "lock E item F",
        "reward F",
        "lock D boss G",
    ),
    _end(
        "treasure behind the great door",
        20,
        "take K waiting",
        "take A passed K",
        "take C passed K",
        "take E passed K",
        "bigkey K",
        "lock A bigkey B",
        "item B chest",
        "lock C item D",
        "lock E item F",
        "reward F",
        "lock D boss G",
    ),
)
"""The rules that come with the package: of each its name, weight and steps."""


def check_rules(rules: Iterable[Rule], file: str = "rules") -> list[Finding]:
    """Return findings about unknown steps and undefined zones of rules."""
    findings = []
    for rule in rules:
        known: set[str] = set()
        for step in rule.grow:
            message = _fault(step, known)
            if message:
                cure = "see xyzgrid_ext.parts.dungeons.core.rules"
                text = f"the rule {rule.name!r}: {' '.join(step)}: {message}"
                findings.append(Finding.error("bad-rule", text, cure, file=file))
            if step[0] == "take":
                known.add(step[1])
            elif step[0] == "lock" and len(step) > 3:
                known.add(step[3])
    return findings


def _fault(step: Step, known: set[str]) -> str:
    word, *rest = step
    if word not in _STEPS:
        return f"expected {', '.join(_STEPS)}"
    least, most = _STEPS[word]
    if not least <= len(rest) <= most:
        return f"{least} to {most} words follow {word}, not {len(rest)}"
    if word == "take" and rest[1] not in _KEY_CONDITIONS:
        return f"expected {', '.join(_KEY_CONDITIONS)}"
    if word in ("lock", "way") and rest[1] not in _GATES:
        return f"expected a gate, one of {', '.join(filter(None, _GATES))}"
    zones = {"take": rest[2:], "lock": [rest[0], *rest[3:]], "way": [rest[0], rest[-1]]}
    used = zones.get(word, [one for one in rest if one != "chest"])
    missing = [zone for zone in used if zone not in known]
    return f"no step before has {missing[0]}" if missing else ""


def sound_rules(rules: Iterable[Rule], file: str = "rules") -> tuple[Rule, ...]:
    """Return the rules as a tuple.

    Raises:
        RefusedError: with all faults that `check_rules` finds.
    """
    rows = tuple(rules)
    findings = check_rules(rows, file)
    if findings:
        raise RefusedError(findings)
    return rows
