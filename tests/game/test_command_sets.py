"""Command sets that are kept merge as Evennia's do, whatever is added or removed in between."""

import gc
import random
import weakref

import pytest
from evennia import CmdSet, Command

from xyzgrid_ext.game.base import command_sets, evennia_internals
from xyzgrid_ext.game.base.command_sets import KeptCmdSet, KeptCmdSets, exit_commands

kept = KeptCmdSets().of
NAMES = ("look", "dance", "north", "east", "say", "__nomatch_command")


def of_names(*names, priority=0, mergetype="Union"):
    """Return a set of new commands."""
    made = CmdSet()
    made.add([Command(key=name, aliases=[f"{name[:3]}x"]) for name in names])
    made.priority, made.mergetype = priority, mergetype
    return made


def any_set(chance, *, priorities=(-20, -10, 0, 0, 101), mergetypes=("Union",) * 4):
    mergetype = chance.choice((*mergetypes, "Replace", "Remove", "Intersect"))
    made = of_names(*chance.sample(NAMES, chance.randrange(6)), mergetype=mergetype)
    made.priority = chance.choice(priorities)
    made.no_exits, made.duplicates = (chance.choice((None, None, True, False)) for _ in "12")
    return made


def change(chance, made):
    """Change a set as a game would, or not at all."""
    match chance.randrange(6):
        case 0:
            made.add(Command(key=chance.choice(NAMES)), allow_duplicates=chance.random() < 0.3)
        case 1:
            if made.commands:
                made.remove(chance.choice(made.commands).key)
        case 2:
            made.priority = chance.choice((-20, 0, 5))
        case 3:
            made.make_unique(None)


def shown(merged):
    """Return what a merged set is: its commands in any order, and its options."""
    options = ("key", "priority", "no_exits", "no_objs", "no_channels", "duplicates")
    return (
        sorted(map(id, merged.commands)),
        sorted(map(id, merged.system_commands)),
        [getattr(merged, option) for option in options],
    )


@pytest.mark.parametrize("seed", range(30))
def test_kept_commands_merge_as_evennias_do(seed, monkeypatch):
    # Evennia remembers answers, also when a set has changed
    monkeypatch.setattr(CmdSet, "__contains__", lambda made, command: command in made.commands)
    chance = random.Random(seed)
    session, account, character = (any_set(chance) for _ in range(3))
    exits = of_names("north", "east", priority=101)
    ways = [exits, exit_commands(of_names("north", priority=101)), None]
    for _line in range(20):
        above = [account, character, chance.choice(ways)]
        for begins in ([], [CmdSet()]):
            found = []
            for first in (session, kept(session)):
                merged, *rest = [*begins, first, *above]
                for one in rest:
                    merged = merged + one
                found.append(shown(merged))
            assert found[0] == found[1]
        change(chance, chance.choice((session, account, character)))


def test_the_same_sets_are_merged_once():
    session, account = of_names("look", priority=-20), of_names("say", priority=-10)
    assert kept(session) is kept(session)
    assert kept(session) + account is kept(session) + account
    assert isinstance(kept(session) + account, KeptCmdSet)
    assert CmdSet() + kept(session) is CmdSet() + kept(session)


def test_a_set_that_merges_in_a_way_of_its_own_does_so():
    class Own(CmdSet):
        def __radd__(self, below):
            below.__add__(self)
            return NotImplemented if below.get("say") else self

    assert type(kept(of_names("look")) + Own()) is Own
    assert type(kept(of_names("say")) + Own()) is CmdSet


def test_a_session_that_ends_is_freed():
    class Session:
        pass

    session = Session()
    session.kept, session.commands = KeptCmdSets(), of_names("look")
    session.commands.cmdsetobj = session
    assert session.kept.of(session.commands) + of_names("say")
    ended = weakref.ref(session)
    del session
    gc.collect()
    assert ended() is None


def test_a_command_replaced_by_one_of_the_same_name_is_the_one_that_runs():
    session, account = of_names("look"), of_names("say")
    before = kept(session) + account
    account.add(new := Command(key="say"))
    assert before.get("say") is not new
    assert (kept(session) + account).get("say") is new


def test_an_evennia_that_nobody_has_seen_merges_its_own_sets(monkeypatch):
    monkeypatch.setattr(evennia_internals, "EVENNIA", "9.0")
    session = of_names("look")
    assert kept(session) is session
    assert type(command_sets.exit_commands(of_names("east"))) is CmdSet
