"""Races: several people reach for the same thing, in every order that the reactor allows.

    Ann  party red   hatch ····· west  open chest          a line is one turn of the reactor,
    Bob      hatch       west  ····· open chest  out       so is each step of a task (····):
    clock          └─ a copy is made, step by step ─┘      chance says whose turn it is; at times
                                                           lines of both come within one turn

Nothing depends on how fast the machine is: the same seed is the same order. What there is of
things, keys, doors, copies and scores is counted before and after.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import stand
from limits import Children, Failure, Tally, outcome

TURNS = 40
_TOGETHER = 0.25  # of the turns bring lines of several players at once
_LEFT = 600  # steps that may still be due when all lines are typed


@dataclass
class Race:
    """One run: who there is, and what was counted on the way."""

    game: stand.Game
    chance: Random
    counted: Counter[str] = field(default_factory=Counter)
    hours: float = 1_000_000.0

    def count(self, owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def counting(*args: Any, **kwargs: Any) -> Any:
            self.counted[name] += 1
            return real(*args, **kwargs)

        setattr(owner, name, counting)

    def step(self) -> bool:
        calls = self.game.clock.calls
        if not calls:
            return False
        first = min(call.getTime() for call in calls)
        call = self.chance.choice([one for one in calls if one.getTime() <= first + 1e-6])
        self.game.clock.rightNow = max(self.game.clock.rightNow, call.getTime())
        calls.remove(call)
        call.called = 1
        call.func(*call.args, **call.kw)
        return True


@dataclass(frozen=True)
class Contest:
    """A kind of race: what is set up, what each may type, what must hold in the end."""

    name: str
    prepare: Callable[[Race], None]
    lines: dict[str, tuple[str, ...]]
    faults: Callable[[Race], Iterator[str]]


# --- things


def _coins(race: Race) -> None:
    from evennia import create_object

    porch = race.game.room("Porch")
    for name in ("red coin", "green coin", "blue coin"):
        create_object("typeclasses.objects.Object", key=name, location=porch, home=porch)


def _coin_faults(race: Race) -> Iterator[str]:
    from evennia.objects.models import ObjectDB

    coins = ObjectDB.objects.filter(db_key__endswith=" coin")
    if coins.count() != 3:
        yield f"{coins.count()} coins instead of 3"
    for coin in coins:
        if coin.location is None:
            yield f"{coin} is nowhere"
        people = [player.character for player in race.game.players.values()]
        places = [race.game.room(name) for name in ("Porch", "Garden")]
        held = [place for place in (*people, *places) if coin in place.contents]
        if len(held) != 1:
            yield f"{coin} is in {held}"


# --- dungeons


def _dungeon(race: Race) -> None:
    from xyzgrid_ext.parts.dungeons.game import actions

    race.count(actions.dungeon_words, "opened_chest_text")
    race.count(actions.dungeon_words, "unlocked_text")


def _dungeon_faults(race: Race) -> Iterator[str]:
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.parts.dungeons.game import stored as dungeons

    grid = get_xyzgrid()
    records = {
        one.key: one.value
        for one in grid.attributes.all()
        if one.category == "xyzgrid" and one.key.startswith("dungeon ")
    }
    had = opened = 0
    for key, record in records.items():
        taken, doors = list(record["taken"]), list(record["opened"])
        if len(set(taken)) != len(taken) or len(set(doors)) != len(doors):
            yield f"{key} has twice {taken} {doors}"
        if len(doors) > len(taken):
            yield f"{key}: {len(doors)} doors opened with {len(taken)} keys"
        had, opened = had + len(taken), opened + len(doors)
    # what a copy was told of goes with it: so never more than was told
    if had > race.counted["opened_chest_text"] or opened > race.counted["unlocked_text"]:
        yield f"{had} keys and {opened} doors are written down, told were {race.counted}"
    copies = dungeons.all_copies(grid)
    owners = Counter((copy.map, copy.owner) for copy in copies.values())
    yield from (f"{owner} has {number} copies" for owner, number in owners.items() if number > 1)
    for copy in (one for one in copies.values() if one.map == "vault"):
        rooms = ObjectDB.objects.filter(db_tags__db_key=copy.key, db_location=None).distinct()
        if copy.state != "ready" or rooms.count() != 3:
            yield f"{copy.key} is {copy.state}, with {rooms.count()} rooms"
    rooms = ObjectDB.objects.filter(db_tags__db_category="xyzgrid_instance", db_location=None)
    if stray := [room for room in rooms if not {*room.tags.all()} & {*copies}]:
        yield f"rooms of no copy: {stray}"
    for name in ("Ann", "Bob"):
        player = race.game.player(name)
        if player.session.puppet is not None and player.character.location is None:
            yield f"{name} is nowhere"


# --- boards


def _machine(race: Race) -> None:
    from evennia import create_object

    from xyzgrid_ext.parts.boards.game import scores
    from xyzgrid_ext.parts.boards.game.files import MACHINE

    gives = {"key": "medal", "typeclass": "typeclasses.objects.Object"}
    attributes = [("board", "boxes"), ("puzzle", "orrery"), ("gives", gives)]
    porch = race.game.room("Porch")
    machine = create_object(MACHINE, key="machine", location=porch, attributes=attributes)
    race.count(scores, "enter_score")
    race.count(type(machine), "at_board_won")


def _board_faults(race: Race) -> Iterator[str]:
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.parts.boards.game import files as boards
    from xyzgrid_ext.parts.boards.game import scores, session

    medals = Counter(medal.location for medal in ObjectDB.objects.filter(db_key="medal"))
    yield from (f"{who} has {number} medals" for who, number in medals.items() if number > 1)
    if race.counted["enter_score"] != race.counted["at_board_won"]:
        yield f"games were filed and won: {race.counted}"
    board = boards.board_named("boxes")
    filed = sum(len(scores.score_table(board, level)) for level in range(1, len(board.levels) + 1))
    if filed > race.counted["at_board_won"]:
        yield f"{filed} games in the table, {race.counted['at_board_won']} were won"
    seats = [session.machine_of(race.game.player(name).character) for name in ("Ann", "Bob")]
    if seats[0] is not None and seats[0] == seats[1]:
        yield "two sit in one seat"


_SAME = ("look", "ooc", "ic", "home")
_COINS = ("get red coin", "get coin", "drop coin", "drop red coin", "get all", "east", "west")
_VAULT = (
    *("party red", "party blue", "party leave", "hatch", "hatch", "west", "open chest", "east"),
    *("east", "out", "open chest", "west", "goto (0,0,porch)"),
)
_BOARD = (
    *("play machine", "play machine", "ll", "l", "ll", "next", "undo", "restart", "stop", "quit"),
    *("watch machine", "scores machine", "level 1", "checkpoint", "back"),
)
CONTESTS = (
    Contest(
        "things",
        _coins,
        {
            "Ann": (*_COINS, *_SAME, "give coin to Bob", "give red coin to Bob"),
            "Bob": (*_COINS, *_SAME, "give coin to Ann", "give green coin to Ann"),
        },
        _coin_faults,
    ),
    Contest("copies and keys", _dungeon, {"Ann": _VAULT, "Bob": _VAULT + _SAME}, _dungeon_faults),
    Contest(
        "copies given up",
        _dungeon,
        {"Ann": _VAULT, "Bob": _VAULT, "": ("an hour", "a look")},
        _dungeon_faults,
    ),
    Contest("boards and scores", _machine, {"Ann": _BOARD + _SAME, "Bob": _BOARD}, _board_faults),
)


def raced(contest: Contest, seed: int) -> bool:
    """Run one race; LoggedError or AssertionError if anything is wrong in the end."""
    race = Race(stand.game(), Random(f"{contest.name} {seed}"))
    game = race.game
    from xyzgrid_ext.game.base.write_lock import SERVER_ROLE, write_lock
    from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker

    assert write_lock().acquire(SERVER_ROLE)
    porch = game.room("Porch")
    game.player("Bob").types("stop")
    for name in ("Ann", "Bob"):
        character = game.player(name).character
        character.move_to(porch, quiet=True)
        character.home = porch
    contest.prepare(race)
    keeper = Caretaker(clock=game.clock, now=lambda: race.hours)
    from xyzgrid_ext.game.world.current import current

    keeper._world = current
    done: list[str] = []
    for _ in range(TURNS):
        if race.chance.random() < _TOGETHER:
            done.append(_together(race, contest))
            continue
        who = race.chance.choice([*contest.lines, *contest.lines, None])
        if who is None:
            race.step()
            continue
        line = race.chance.choice(contest.lines[who])
        done.append(f"{who}: {line}")
        if who:
            game.player(who).types(f"ic {who}" if line == "ic" else line)
        elif line == "an hour":
            race.hours += 3600
        else:
            keeper.tend()
    for _ in range(_LEFT):
        if not race.step():
            break
    game.silent()
    faults = list(contest.faults(race))
    assert not faults, f"{faults} after {done}"
    return True


def _together(race: Race, contest: Contest) -> str:
    """Let a line of each player come in one turn of the reactor, often the same one of both."""
    lines = {who: race.chance.choice(own) for who, own in contest.lines.items() if who}
    if race.chance.random() < 0.5:
        line = race.chance.choice(list(lines.values()))
        lines = {who: line if line in contest.lines[who] else own for who, own in lines.items()}
    order = race.chance.sample(sorted(lines), len(lines))

    def come() -> None:
        for who in order:
            race.game.player(who).types(f"ic {who}" if lines[who] == "ic" else lines[who])

    turn = race.game.clock.callLater(0, come)
    while turn.active():  # what is due at the same moment may be done before it
        race.step()
    return " and ".join(f"{who}: {lines[who]}" for who in order)


def race(contest: Contest, folder: Path, first: int, count: int, seconds: float) -> Tally:
    """Run so many races of a kind, each in a fork."""

    def one(seed: int) -> bool | Failure:
        read = stand.apart(lambda value: raced(contest, value), (stand.NeverError,), 20.0)
        found = outcome(read, seed, (stand.NeverError,), 60.0)
        return found if isinstance(found, bool) else Failure(seed, *found)

    began = time.monotonic()
    tally = Children(folder, one, stand.renew_connection).run(first, count, seconds)
    tally.seconds = time.monotonic() - began
    return tally
