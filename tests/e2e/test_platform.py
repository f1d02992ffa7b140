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


def test_the_running_server_sends_at_once_reads_ahead_and_times_steps(server, guest):
    client = guest()
    before = of(until(server, steps_since_the_start=r"^[\d,]+$"), "steps since the start")
    way = re.search(r"Exits: (\w+)", client.ask("look", r"Exits: .*"))[1]
    client.ask(way, r"Exits: .*")
    printed = until(
        server,
        steps_since_the_start=rf"^(?!{before}$)[\d,]+$",
        rooms_read_ahead=r"^[1-9][\d,]*$",
    )
    assert of(printed, "link to the Portal") == "sends at once"
    assert " off" not in printed
    if "SQLite" in printed:
        assert of(printed, "journal_mode") == "wal"
        assert of(printed, "synchronous") == "NORMAL"


def test_it_mends_beside_a_running_server(server):
    assert "ANALYZE: " in server.evennia("xyzgrid", "doctor", "--fix")
    assert not of(server.evennia("xyzgrid", "doctor"), "ANALYZE").startswith("never")
