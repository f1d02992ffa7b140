"""A real server as the game's settings tune it, told by `evennia xyzgrid doctor`."""

import re
import time


def of(printed, name):
    """What the doctor has printed behind a name; an empty text if it has not."""
    found = re.search(rf"^ +{re.escape(name)} +(.*)$", printed, re.M)
    return found[1] if found else ""


def until(server, seconds=40, **patterns):
    """Ask the doctor until all answers are of their patterns; return what it printed."""
    end = time.monotonic() + seconds
    wanted = {name.replace("_", " "): pattern for name, pattern in patterns.items()}
    while True:
        printed = server.evennia("xyzgrid", "doctor")
        if all(re.search(pattern, of(printed, name)) for name, pattern in wanted.items()):
            return printed
        assert time.monotonic() < end, f"{printed}\n{server.logs()}"


def test_the_running_server_sends_at_once_and_times_steps(server, guest):
    client = guest()
    before = of(until(server, steps_since_the_start=r"^[\d,]+$"), "steps since the start")
    way = re.search(r"Exits: (\w+)", client.ask("look", r"Exits: .*"))[1]
    client.ask(way, r"Exits: .*")
    printed = until(server, steps_since_the_start=rf"^(?!{before}$)[\d,]+$")
    assert of(printed, "link to the Portal") == "sends at once"
    assert " off" not in printed.partition("\nDatabase\n")[0], "a line of the settings is left out"
    if "SQLite" in printed:
        assert of(printed, "journal_mode") == "wal"
        assert of(printed, "synchronous") == "NORMAL"


def test_it_mends_beside_a_running_server(server):
    assert "ANALYZE: " in server.evennia("xyzgrid", "doctor", "--fix")
    assert not of(server.evennia("xyzgrid", "doctor"), "ANALYZE").startswith("never")


def test_what_is_typed_during_a_reload_is_done_when_the_server_is_back(server, guest):
    client = guest()
    with server.builder() as builder:
        builder.send("reload")
        for number in range(8):
            client.send(f"say line {number}")
            time.sleep(0.5)
        heard = client.read_until(r'You say, "line 6"', timeout=150)
        client.read_until(r'You say, "line 7"')
        builder.ask("look", r"\S")
    assert [f'You say, "line {number}"' in heard for number in range(6)] == [True] * 6
    assert "... Server restarted." in heard


def test_its_database_and_logs_are_nobody_elses(server):
    folder = server.folder / "server"
    found = [folder / "logs", *(folder / "logs").iterdir(), *folder.glob("*.db3*")]
    assert len(found) > 3
    assert [path.name for path in found if path.stat().st_mode & 0o007] == []
