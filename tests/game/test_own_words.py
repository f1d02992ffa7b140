"""Words of the game's clock, and words of the game's own, in `needs`, texts and symbols."""

import sys
from datetime import datetime
from types import ModuleType

import pytest
from evennia.utils import gametime
from hook_faults import times

from xyzgrid_ext.core import parts as core_parts
from xyzgrid_ext.game import parts
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.needs import is_true_now, moment_at

pytestmark = pytest.mark.django_db
UNITS = {"hour": 100, "day": 1000, "month": 10_000, "yr": 80_000}  # days of 10 hours, 8 months


@pytest.mark.parametrize(
    ("word", "at", "is_true"),
    [
        ("time:night", datetime(2026, 3, 1, 5, 59), True),
        ("time:night", datetime(2026, 3, 1, 6), False),
        ("hour:22-4", datetime(2026, 3, 1, 3), True),
        ("hour:22-4", datetime(2026, 3, 1, 4), False),
        ("hour:12", datetime(2026, 3, 1, 12, 30), True),
        ("season:winter", datetime(2026, 12, 1), True),
        ("season:winter", datetime(2026, 3, 1), False),
        ("season:autumn", datetime(2026, 11, 30), True),
        ("hour:noon", datetime(2026, 3, 1, 12), False),
        ("hour:8-10", 8_950, True),
        ("time:night", 8_950, True),
        ("time:day", 8_350, True),
        ("season:spring", 15_000, True),
        ("season:winter", 79_000, True),
    ],
)
def test_the_clock_decides_by_the_calendar_or_by_the_units_of_the_game(word, at, is_true):
    now = moment_at(at, UNITS) if isinstance(at, int) else moment_at(at.timestamp(), None)
    kind, _, name = word.partition(":")
    assert is_true_now(kind, name, now) == is_true


@pytest.fixture
def words(documented, monkeypatch, settings):
    """The words of the docs, as those of this game."""
    code = next(block for block in documented("python") if "WORDS = [" in block)
    module = ModuleType("documented_words")
    exec(code, vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    settings.XYZGRID_WORDS = "documented_words.WORDS"
    renew()
    yield module
    del settings.XYZGRID_WORDS
    renew()


def renew():
    for cached in (parts.game_needs_words, parts.game_parts, parts.parts_with_row):
        cached.cache_clear()
    core_parts.set_parts(parts._core_parts(), parts._absent_parts())


@pytest.fixture
def market(documented, spawn_maps, monkeypatch, clock):
    """The market of the docs, at a time that `market(hour)` sets."""
    monkeypatch.setattr(needs, "_of_all", needs.SharedAnswers(clock.seconds))
    code = next(block for block in documented("python") if '"zcoord": "market"' in block)
    exec(code, names := {})
    names["XYMAP_DATA"]["options"]["symbols"]["m"] = {"means": "market"}  # as M is at night
    live = spawn_maps(names["XYMAP_DATA"]).live

    def is_at(hour):
        now = datetime(2026, 1, 5, hour).timestamp()
        monkeypatch.setattr(gametime, "gametime", lambda absolute: now)
        clock.advance(61)
        return [live.object(("market", number)) for number in range(2)]

    return is_at


def test_a_market_is_shut_dark_and_drawn_otherwise_at_night(market, player):
    gate, stalls = market(23)
    player.character.location = gate
    assert "You cannot go there: you need the hour to be 6-22." in player.types("east")
    assert "Every way to The Market is blocked: east from The Gate." in player.types("goto market")
    assert player.types("map").count("m market") == 1
    market(12)
    assert "M market" in player.types("map")
    player.types("goto market")
    assert player.character.location == stalls
    assert "Crowded stalls. Snow lies on them." in player.types("look")
    market(23)
    assert "The stalls are shut. Snow lies on them." in player.types("look")


def test_what_is_the_same_for_all_is_asked_once_a_minute():
    asked, seconds = [], iter((100.0, 159.0, 160.0))
    answers = needs.SharedAnswers(lambda: next(seconds))

    def is_foggy(name, character, place):
        asked.append((name, character, place))
        return len(asked) == 1

    assert [answers.ask(is_foggy, "fog") for _ in range(3)] == [True, True, False]
    assert asked == [("fog", None, None)] * 2


def test_a_game_has_words_of_its_own(words, module, spawn_maps, player, run):
    prototypes = {
        (0, 0, "e"): {"prototype_parent": "xyz_exit", "needs": ["guild:thieves"]},
        (1, 0, "e"): {"prototype_parent": "xyz_exit", "needs": ["weather:sun"]},
    }
    live = spawn_maps(
        {"zcoord": "lane", "map": "+\n\n  #-#-#\n\n+\n\n", "prototypes": prototypes}
    ).live
    player.character.location = live.object(("lane", 0))
    assert "you need to belong to the thieves." in player.types("east")
    player.character.tags.add("thieves", category="guild")
    player.types("east")
    assert player.character.location == live.object(("lane", 1))
    assert "you need sun." in player.types("east")
    prototypes[0, 0, "e"]["needs"] = ["guild:theives"]
    prototypes[1, 0, "e"]["needs"] = ["time:nihgt"]
    name = module("slips", zcoord="slips", map="+\n\n  #-#-#\n\n+\n\n", prototypes=prototypes)
    text = run("check", name)[1]
    assert "did you mean 'guild:thieves'?" in text
    assert "did you mean 'time:night'?" in text


def test_a_word_that_raises_is_not_met_and_is_logged(words, spawn_maps, player):
    prototypes = {(0, 0, "e"): {"prototype_parent": "xyz_exit", "needs": ["level:five"]}}
    drawn = {"zcoord": "lane", "map": "+\n\n  #-#\n\n+\n\n", "prototypes": prototypes}
    player.character.location = spawn_maps(drawn).live.object(("lane", 0))
    before = times("a word of `needs`")
    assert "you need to be of level five." in player.types("east")
    assert "Every way" in player.types("goto (1,0,lane)")
    assert times("a word of `needs`") > before
