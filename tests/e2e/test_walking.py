"""Walks on a real server: they outlive a reload and a lost connection."""


def test_a_walk_goes_on_by_itself_after_a_reload(server, guest):
    client = guest()
    client.ask("goto the annealing oven", "The Works Entrance")
    server.reload()
    heard = client.read_until(r"You have arrived at The Annealing Oven\.", timeout=60)
    assert "another way" not in heard
    assert "@" in client.ask("map")


def test_who_loses_the_connection_is_told_where_to_at_the_next_login(telnet):
    client = telnet()
    client.ask("create Wanda correct-horse-7", "intended")
    client.ask("yes", "You can now log")
    client.ask("connect Wanda correct-horse-7", r"You become Wanda\.")
    client.ask("goto the annealing oven", "You set out")
    client.close()
    client = telnet()
    client.ask(
        "connect Wanda correct-horse-7",
        r"You were walking to The Annealing Oven\. Type goto to walk on\.",
    )
    assert "You walk on to" in client.ask("goto", "You walk on to[^\n]*")
    client.ask("goto", "You stop on the way")


def test_superuser_starts_in_the_square_and_may_go_back_to_limbo(server):
    with server.builder() as client:
        assert "Lantern Square" in client.ask("look")
        client.ask("tel #2", "Limbo")
    with server.builder() as client:
        assert "Limbo" in client.ask("look")
        client.ask("tel (4,4,town)", "Lantern Square")  # as the next test wants it
