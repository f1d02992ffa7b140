"""The game starts, lets a guest in, survives a reload and stops, and only itself.

Games of tests start as forks of a process that has Evennia loaded; `played` starts as a person's.
"""

import pytest

from tools.runner.game import Game
from tools.runner.telnet import Telnet


@pytest.fixture(scope="module")
def played(new_game):
    game = new_game()
    done = game.play()
    assert done.returncode == 0, done.stdout
    return game


def test_guest_logs_in_looks_and_quits(telnet):
    client = telnet()
    client.ask("connect guest", r"You become Guest\d+\.")
    assert len(client.ask("look").split()) > 3
    client.ask("quit", "again to leave")  # what a guest did would be lost
    assert "Quitting" in client.ask("quit", "Quitting.*")
    client.read_to_end()


def test_connections_stay_over_a_reload(played):
    with Telnet(played.host, played.base) as client:
        client.ask("connect guest", r"You become Guest1\.")
        before = played.pids()
        Game.reload(played)  # by Evennia's launcher
        after = played.pids()
        assert (before["portal"], True) == (after["portal"], before["server"] != after["server"])
        client.read()
        assert "You say" in client.ask("say still here", "You say.*")


def test_playing_twice_says_the_same_and_secrets_are_for_their_owner(server):
    first, second = server.play(), server.play()
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert "running already" in first.stdout
    assert f"telnet {server.host} {server.base}" in first.stdout
    for name in ("connection.txt", "secret_settings.py"):
        mode = (server.folder / "server" / "conf" / name).stat().st_mode
        assert mode & 0o077 == 0, name


def test_game_on_a_busy_port_is_refused_and_the_other_one_lives(server, new_game):
    other = new_game()
    before = server.pids()
    played = other.play(XYZGRID_PORT_BASE=str(server.base))
    assert played.returncode == 1
    assert f"port {server.base} (telnet) is in use" in played.stdout
    assert "XYZGRID_PORT_BASE=" in played.stdout
    assert "Traceback" not in played.stdout
    assert not list(other.folder.glob("server/*.db3")), "nothing is made before the ports are free"
    assert server.pids() == before
    server.wait_for_login(20)


def test_game_can_not_be_moved_while_it_runs(server):
    played = server.play(XYZGRID_PORT_BASE=str(server.base + 7))
    assert played.returncode == 1
    assert f"already runs, on the ports from {server.base} on" in played.stdout


def test_two_games_side_by_side(server, guest, played):
    first, before = guest(), server.pids()
    with Telnet(played.host, played.base) as second:
        second.ask("connect guest", r"You become Guest\d+\.")
        second.ask("say nobody over there hears this", "You say")
        assert "nobody over there" not in first.read()
        assert played.halt().stdout == "Stopped.\n"
        second.read_to_end()
    assert played.pids() == {}
    assert server.pids() == before
    assert first.ask("say all is well", "You say")
    assert played.halt().stdout == "This game does not run.\n"
