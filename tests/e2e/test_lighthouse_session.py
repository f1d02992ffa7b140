"""A guest climbs the lighthouse on a real server, floor by floor, and comes back."""


def test_a_guest_goes_to_the_lamp_and_back(guest):
    client = guest()
    client.ask("goto the lamp", "You set out for The Lamp: 13 steps")
    client.read_until(r"You have arrived at The Lamp\.", timeout=60)
    client.read()
    shown = client.ask("map")
    assert "The Old Light, floor 4 (map 0 to map 4)" in shown
    assert "@ stairs down" in shown
    below = client.ask("map -")
    assert "The Old Light, floor 3 (map 0 to map 4)" in below
    assert "D stairs down, U stairs up" in below
    assert "The Watch Room" in client.ask("down", "Exits: [^\n]*")
    client.ask("goto the square", "You set out for Lantern Square: 12 steps")
    client.read_until(r"You have arrived at Lantern Square\.", timeout=60)


def test_the_launcher_shows_the_floors_and_the_way_between(server):
    shown = server.evennia("xyzgrid", "show", "lighthouse:2")
    assert "#-#-B" in shown
    assert "U-#" not in shown
    told = server.evennia("xyzgrid", "path", "the lamp", "(2,1,0,lighthouse)")
    assert "steps: down, " in told
