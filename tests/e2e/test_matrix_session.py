"""A matrix played by a guest: lost in a trap, given up, begun again, won; and a reload between."""

TRAP = "left left up up right"
WALK = (  # the shortest way without wormholes
    "left left up left down forward forward right up forward right right right forward forward "
    "left forward left forward up backward up up up backward backward down down backward backward "
    "right right"
)
NAMELESS = "Somewhere in the Undertow"


def walks(client, words):
    """Go a way through rooms without names; none of them shows its exits."""
    for word in words:
        assert "Exits:" not in client.ask(word, NAMELESS) + client.read()


def test_lost_in_a_trap_given_up_begun_again_and_won(server, guest):
    client = guest()
    client.ask("goto the tide-mill", r"You have arrived at The Tide-Mill\.", timeout=30)
    came_in = client.ask("east", r"Par is 32 moves\.")
    assert "The Hatch of the Undertow" in came_in
    assert "Exits:" not in came_in
    assert "~~~" not in came_in, "no map"
    client.ask("moves", r"You can go left, right or out\. You have made 0 moves so far\.")

    *there, last = TRAP.split()
    walks(client, there)
    client.ask("backward", r"You cannot go backward\.")
    client.ask("goto the square", r"goto does not work in here")
    client.ask(last, r"you are trapped, after 5 moves\.")
    client.ask("give up", r"You give up after 5 moves\. From there, the end could no longer")
    client.read_until(r"The Hatch of the Undertow")
    client.read_until(r"You are not playing\. restart, or any step, starts a game\.")

    client.ask("restart", r"You start over\.\nThe Hatch of the Undertow")
    client.read()
    *way, last = WALK.split()
    middle = len(way) // 2
    walks(client, way[:middle])
    client.ask("save", r"Saved\.")
    server.reload()
    client.read_until(r"Server restarted")
    client.read()
    client.ask("moves", rf"You have made {middle} moves so far\.")
    assert "Exits:" not in client.ask("look", NAMELESS)
    client.read()
    walks(client, way[middle:])
    client.ask(last, "The Still Point")
    client.read_until(r"This is the end: you have won in 32 moves!\nPar is 32 moves\.")
    client.read()

    assert "Lantern Square is" in client.ask("path the square"), "the winner may see the ways"
    client.ask("give up", r"You go back to the entrance\.")
    client.read()
    client.ask("goto the square", r"You have arrived at Lantern Square\.", timeout=30)


def test_who_is_lost_in_a_place_that_is_not_played_gives_up_as_well(guest):
    client = guest()
    client.ask("goto the works entrance", r"You have arrived at The Works Entrance\.", timeout=30)
    for word in ("up", "right", "right", "right", "wormhole", "left"):
        client.read()
        client.send(word)
    client.read_until("The Cold Flue")
    client.read()
    client.ask("goto the square", r"There is no way out of here\.")
    client.ask("give up", r"You give up, and find yourself back at the entrance\.")
    client.read_until("The Works Entrance")
    client.read()
    client.ask("goto the square", r"You have arrived at Lantern Square\.", timeout=30)


def test_two_guests_in_one_matrix_do_not_disturb_each_other(guest):
    ann, ben = guest(), guest()
    for client in (ann, ben):
        client.ask("goto the tide-mill", r"You have arrived at The Tide-Mill\.", timeout=30)
        client.ask("east", r"Par is 32 moves\.")
        client.read()
    ann.ask("left", NAMELESS)
    assert "Undertow" not in ben.read_until(r"Guest\d+ goes left\.")
    ben.ask("hint", r"Try (left|right)\. \(The hint cost 5 moves\.\)")
    ben.ask("left", NAMELESS)
    ann.read_until(r"Guest\d+ comes in\.")
    ann.ask("moves", r"You have made 1 move so far\.")
    ben.ask("moves", r"You have made 6 moves so far\.")
