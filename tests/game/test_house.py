"""The ground that the tests of this folder stand on."""

import subprocess
import sys

import pytest


def test_player_stands_in_limbo_and_sees_it(player, limbo):
    assert player.character.location == limbo
    assert "Limbo" in player.types("look")


def test_unknown_words_are_answered(player):
    assert "not available" in player.types("xyzzyx")


def test_two_players_hear_each_other(make_player):
    ann, ben = make_player("Ann"), make_player("Ben")
    heard = len(ben.sent)
    assert 'You say, "Hello"' in ann.types("say Hello")
    assert ben.text_since(heard) == 'Ann says, "Hello"'


def test_superuser_builds_a_room_and_walks_there(superuser):
    superuser.types("@dig/teleport Cellar = down, up")
    assert superuser.character.location.key == "Cellar"
    assert "Limbo" in superuser.types("up")


@pytest.mark.parametrize("run", [1, 2])
@pytest.mark.django_db
def test_nothing_is_left_of_the_test_before(run):
    from evennia.objects.models import ObjectDB

    assert not ObjectDB.objects.filter(db_key__in=["Ann", "Limbo", "Cellar"]).exists()


def test_what_evennia_loads_while_it_starts_loads_nothing_of_the_contrib():
    """Its commands would keep the `default_cmds` that Evennia has not filled yet."""
    code = (
        "import sys, xyzgrid_ext.game.protocols.oob, xyzgrid_ext.parts.tuning.sqlite; "
        "print([name for name in sys.modules if 'contrib' in name and 'evennia' in name])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
