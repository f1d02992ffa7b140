"""Whatever the classes of rooms and exits are, every command, message, page and word answers.

The lists come from the code: command sets, functions for clients' messages, URL patterns, words of
`evennia xyzgrid`. Each answer is compared with that of the same game with the package's classes.
"""

import pytest
from foreign_classes import FOREIGN, OURS
from foreign_game import STANDS, Game, lines_of
from spawned import savepoint_undone

from xyzgrid_ext.game import command_sets

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("found_at_once")]
SETS = (
    command_sets.XYZGridCmdSet,
    command_sets.XYZGridWordsCmdSet,
    command_sets.XYZGridFlyDiveCmdSet,
)
FAULTS = ("Traceback", "rror occurred", "Error", "Exception")


def commands():
    for made in SETS:
        commands = made()
        commands.at_cmdset_creation()
        yield from sorted(commands.commands, key=lambda one: one.key)


@pytest.fixture
def play(make_player, tmp_path, monkeypatch, hours, limbo, settings):
    """Return a function (classes, ask) -> what `ask(game)` finds in a game with these classes."""

    settings.XYZGRID_LIMITS = {"questions": 10_000}

    def play(classes, ask):
        with savepoint_undone():
            return ask(Game(classes, make_player, tmp_path, monkeypatch, hours))

    return play


def type_all(game):
    found = {}
    for place in STANDS:
        for who in ("Ann", "Bea") if place == "town" else ("Ann",):
            for command in commands():
                for line in lines_of(command):
                    game.stands(who, place)
                    found[place, who, line] = game.told(who, line)
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_every_command_answers_as_with_our_classes(play, name):
    ours, theirs = play(OURS, type_all), play(FOREIGN[name], type_all)
    n = 0
    for key, text in theirs.items():
        if not text or any(f in text for f in FAULTS) or text != ours[key]:
            n += 1
            print("---", key, "\nOURS  ", ours[key][:600], "\nTHEIRS", text[:900])
    print("different", n, "of", len(theirs))
