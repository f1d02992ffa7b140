"""The scripts that find a Python and the client that stands in for a person, without a server."""

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.runner import __main__ as runner
from tools.runner import fork_client
from tools.runner.clones import free_ports
from tools.runner.game import Game, GameError
from tools.runner.telnet import NotSeenError, Telnet

REPOSITORY = Path(__file__).resolve().parents[2]


def find_python(*arguments, **variables):
    return subprocess.run(
        ["/bin/sh", str(REPOSITORY / "tools" / "find-python"), *arguments],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"} | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_python_that_only_claims_to_be_one_is_passed_over(tmp_path):
    version = f"3.{sys.version_info.minor}"
    broken, good = tmp_path / "broken", tmp_path / "good"
    for folder in (broken, good):
        folder.mkdir()
    shim = broken / f"python{version}"
    shim.write_text("#!/bin/sh\necho 'command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    (good / "python3").symlink_to(sys.executable)
    found = find_python(version, version, PATH=f"{broken}:{good}")
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip().endswith(("/good/python3", sys.executable))


def test_no_python_is_a_clear_error():
    found = find_python("3.98", "3.99")
    assert found.returncode == 1
    assert "no Python from 3.98 to 3.99 runs here" in found.stderr
    assert "XYZGRID_PYTHON" in found.stderr


def test_named_python_that_does_not_run_is_an_error():
    found = find_python(XYZGRID_PYTHON="/nonexistent/python")
    assert found.returncode == 1
    assert "/nonexistent/python does not run" in found.stderr


def run_with_postgres(*command, **variables):
    return subprocess.Popen(
        [sys.executable, "-m", "tools.runner.postgres", *command],
        cwd=REPOSITORY,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_no_postgresql_is_a_clear_error(tmp_path):
    with run_with_postgres("true", XYZGRID_POSTGRES=str(tmp_path)) as tool:
        said = tool.stdout.read()
    assert tool.returncode == 1
    assert f"no PostgreSQL server in {tmp_path}" in said
    assert "apt install postgresql" in said


@pytest.fixture
def connected():
    """Return a client, the other end of its line, and see that both are closed."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        box = []
        thread = threading.Thread(target=lambda: box.append(listener.accept()[0]))
        thread.start()
        with Telnet("127.0.0.1", listener.getsockname()[1], timeout=3, accept=[201]) as client:
            thread.join()
            with box[0] as peer:
                yield client, peer


def test_the_width_is_told_and_options_are_refused_but_for_those_wanted(connected):
    client, peer = connected
    peer.sendall(b"\xff\xfb\x56\xff\xfd\x1f\xff\xfb\xc9ready")  # WILL 86, DO NAWS, WILL GMCP
    assert client.read_until("ready") == "ready"
    wide = b"\xff\xfb\x1f\xff\xfa\x1f\0\xc8\x01\xf4\xff\xf0"  # WILL NAWS, 200 columns, 500 rows
    assert peer.recv(100) == b"\xff\xfe\x56" + wide + b"\xff\xfd\xc9"


def test_text_is_put_together_from_any_pieces(connected):
    client, peer = connected
    text = "\x1b[1;31mred\x1b[0m ☃\r\n".encode()
    for byte in text + b'\xff\xfa\xc9Room {"a": 1}\xff\xff\xff\xf0\xff\xffend\xff\xf9':
        peer.sendall(bytes([byte]))
    peer.close()
    assert client.read_to_end() == "red ☃\n\ufffdend"
    assert client.subnegotiations == [(201, b'Room {"a": 1}\xff')]


def test_snowman_in_two_pieces_stays_whole(connected):
    client, peer = connected
    peer.sendall(b"a\xe2\x98")
    assert client.listen(0.05) == "a"
    peer.sendall(b"\x83!")
    assert client.read_until("!") == "☃!"


def test_what_was_not_seen_is_told_and_kept(connected):
    client, peer = connected
    peer.sendall(b"something else")
    with pytest.raises(NotSeenError, match="something else"):
        client.read_until("wanted", timeout=0.1)
    peer.sendall(b", wanted at last")
    assert client.read_until("wanted") == "something else, wanted"
    assert client.listen(0.05) == " at last"


def test_all_that_was_sent_until_a_mark_is_read(connected):
    client, peer = connected
    for text in ("Square", "Echo returns: ['1'], {}", "Lane", "Echo returns: ['2'], {}", "more"):
        peer.sendall(f"{text}\r\n".encode())
    assert client.read() == "Square\nLane\n"
    marks = b"\xff\xfa\xc9Echo 1\xff\xf0\xff\xfa\xc9Echo 2\xff\xf0"
    assert peer.recv(len(marks), socket.MSG_WAITALL) == marks
    assert client.listen(0.05) == "more\n"


def test_hanging_up_is_told(connected):
    client, peer = connected
    peer.close()
    with pytest.raises(NotSeenError, match="hung up"):
        client.read_until("anything")


def test_a_server_that_evennia_gave_up_is_started_behind_its_portal(tmp_path, monkeypatch):
    """On a busy machine the portal is up after Evennia's launcher has gone."""
    started, both = [], {"portal": 7, "server": 8}
    tries = iter([OSError("nobody there"), OSError("nobody there"), None])

    def try_login(game):
        if (error := next(tries)) is not None:
            raise error

    def launch():
        started.append("start")
        return SimpleNamespace(poll=lambda: 0)

    monkeypatch.setattr(Game, "_try_login", try_login)
    monkeypatch.setattr(Game, "processes", lambda game: [7])
    monkeypatch.setattr(Game, "pids", lambda game: {"portal": 7} if len(started) == 1 else both)
    Game(tmp_path).wait_for_login(20, launch)
    assert started == ["start", "start"]


def test_a_command_has_the_settings_of_now_though_evennia_was_loaded_before(new_game):
    game = new_game("limbo")
    assert "XYZGRID_LAZY_KEEP" not in game.evennia("xyzgrid", "doctor")
    with (game.folder / "server/conf/secret_settings.py").open("a") as settings:
        settings.write("XYZGRID_LAZY_KEEP = 'an hour'\n")
    assert "XYZGRID_LAZY_KEEP" in game.evennia("xyzgrid", "doctor")


def test_where_nobody_forks_the_command_itself_is_run(tmp_path):
    client = [sys.executable, "-I", "-S", fork_client.__file__, str(tmp_path / "nobody")]
    command = [sys.executable, "-c", "raise SystemExit(7)"]
    assert subprocess.run([*client, *command], stderr=subprocess.DEVNULL).returncode == 7


def test_a_port_that_is_taken_for_a_moment_is_waited_for(tmp_path):
    with free_ports() as base, socket.create_server(("127.0.0.1", base + 5)) as other:
        with pytest.raises(
            GameError, match=rf"port {base + 5} \(web, from portal to server\) is in use"
        ):
            Game(tmp_path, base).check_ports()
        threading.Timer(0.5, other.close).start()
        Game(tmp_path, base).check_ports()


@pytest.mark.parametrize("base", ["", "web", "80", "65530"])
def test_impossible_ports_are_a_clear_error(tmp_path, monkeypatch, capsys, base):
    monkeypatch.setattr(sys, "argv", ["tools/play", "play", "--game", str(tmp_path)])
    monkeypatch.setattr(signal, "signal", lambda *told: None)  # it would stay for other tests
    monkeypatch.setenv("XYZGRID_PORT_BASE", base)
    assert runner.main() == 1
    assert f"{base!r} is not a number from 1024 to 65000" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
