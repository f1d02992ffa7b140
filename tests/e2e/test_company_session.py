"""Ways and company by telnet: the nearest, around a door, what a builder opens, behind a leader."""

import re

_WHOLE = r"Walking there takes[^\n]*\n"  # an answer of `path` up to its last line


def person(telnet):
    """A guest, and its name."""
    client = telnet()
    told = client.ask("connect guest", r"You become \w+\.")
    client.read()
    return client, re.search(r"You become (\w+)\.", told)[1]


def test_goto_finds_the_nearest_and_tells_its_time(guest):
    player = guest()
    told = player.ask("goto nearest inn", r"You have arrived at The Drowned Lantern\.", timeout=60)
    assert "You set out for The Drowned Lantern: 1 step, about 1 second" in told
    assert "You know of no place of the kind 'castle'" in player.ask("goto nearest castle")


def test_path_passes_a_place_and_keeps_to_what_was_explored(guest):
    player = guest()
    straight = player.ask("path library", _WHOLE)
    around = player.ask("path library via temple", _WHOLE)
    steps = r"is (\d+) steps?"
    assert int(re.search(steps, around)[1]) > int(re.search(steps, straight)[1])
    assert "rooms you have visited" in player.ask("path/explored the west gate")
    player.ask("goto the west gate", r"You have arrived", timeout=60)
    assert "Walking there takes" in player.ask("path/explored lantern square")


def test_what_was_explored_outlives_a_reload(server, guest):
    client = guest()
    client.ask("goto market lane", r"You have arrived", timeout=60)
    server.reload()
    client.read()
    assert "1 step" in client.ask("path/explored lantern square", "Walking there takes", timeout=30)


def test_a_follower_comes_along_and_is_told_when_it_ends(telnet):
    leader, name = person(telnet)
    follower, own = person(telnet)
    assert f"You follow {name}." in follower.ask(f"follow {name}")
    leader.read_until(f"{own} follows you.")
    leader.ask("goto the west gate", r"You have arrived", timeout=60)
    follower.read()
    assert "West Gate" in follower.ask("look")
    assert f"You no longer follow {name}." in follower.ask("follow")
    leader.read()
    leader.ask("goto lantern square", r"You have arrived", timeout=60)
    told = follower.ask(f"goto {name}", rf"You have reached {name}\.", timeout=60)
    assert f"You set out for {name}" in told
    assert "Nobody can follow or find you" in leader.ask("follow/alone")
    assert f"{name} does not let you follow." in follower.ask(f"follow {name}")


def test_exits_that_a_builder_opens_and_locks_are_ways_at_once(server, guest):
    player = guest()
    with server.builder() as builder:
        builder.ask("tel (4,4,town)")
        before = player.ask("path the breakwater", _WHOLE)
        builder.ask("open gangway = (7,1,town)", "Created new Exit")
        assert "The Breakwater is 1 step from here." in player.ask("path the breakwater", _WHOLE)
        builder.ask("lock gangway = traverse:false()", "Added lock")
        assert (
            before.splitlines()[-3:] == player.ask("path the breakwater", _WHOLE).splitlines()[-3:]
        )
        builder.ask("lock gangway = traverse:all()", "Added lock")
        player.ask("goto the breakwater", r"You have arrived at The Breakwater\.")
        assert "gangway" in builder.ask("del/force gangway")
        assert "out of reach from (4,4,town) Lantern Square" in builder.ask("xyzgrid reach")
