"""A real server as the game's settings tune it, told by `evennia xyzgrid doctor`."""

import re
import time


def told(server, name):
    """What the doctor says behind a name; an empty text if it does not."""
    found = re.search(rf"^ +{re.escape(name)} +(.*)$", server.evennia("xyzgrid", "doctor"), re.M)
    return found[1] if found else ""


def until(server, name, pattern, seconds=40):
    """Ask until the answer is of a pattern; return it."""
    end = time.monotonic() + seconds
    while not re.search(pattern, found := told(server, name)):
        assert time.monotonic() < end, f"{name}: {found}\n{server.logs()}"
        time.sleep(0.2)
    return found


def test_the_running_server_sends_at_once_reads_ahead_and_times_steps(server, guest):
    client = guest()
    before = int(until(server, "steps since the start", r"^[\d,]+$").replace(",", ""))
    way = re.search(r"Exits: (\w+)", client.ask("look", r"Exits: .*"))[1]
    client.ask(way, r"Exits: .*")
    until(server, "steps since the start", rf"^(?!{before:,}$)[\d,]+$")
    assert told(server, "link to the Portal") == "sends at once"
    until(server, "rooms read ahead", r"^[1-9][\d,]*$")
    printed = server.evennia("xyzgrid", "doctor")
    assert " off" not in printed
    if "SQLite" in printed:
        assert told(server, "journal_mode") == "wal"
        assert told(server, "synchronous") == "NORMAL"


def test_it_mends_beside_a_running_server(server):
    assert "ANALYZE: " in server.evennia("xyzgrid", "doctor", "--fix")
    assert not told(server, "ANALYZE").startswith("never")
