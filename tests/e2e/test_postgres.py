"""What only PostgreSQL can show: a game moves there, and plays on when the database restarts."""

import os
import subprocess
import time
from dataclasses import replace

import psycopg

from tools.runner import postgres
from tools.runner.telnet import Telnet


def commands(documented, word):
    """The commands of the documentation's block that has a word."""
    block = next(text for text in documented("moving") if word in text)
    return [line.split()[2:] for line in block.splitlines() if line.startswith("$ evennia")]


def test_a_game_moves_and_goes_on(new_game, documented):
    game = new_game()
    in_a_file = replace(game, environment=game.environment | {"XYZGRID_DATABASE_URL": ""})
    played = in_a_file.play()
    assert played.returncode == 0, played.stdout
    with in_a_file.builder() as client:
        client.ask("create/drop brass telescope", "You create")
        client.ask("set here/mood = quiet", "Created attribute")
        assert "brass telescope" in client.ask("look")
    in_a_file.halt()
    assert list(game.folder.glob("server/*.db3"))

    rows = next(block for block in documented("python") if "leave_rows" in block)
    (game.folder / "server" / "conf" / "rows.py").write_text(rows)
    for words in commands(documented, "dumpdata"):
        in_a_file.evennia(*words, timeout=600)
    said = [game.evennia(*words, timeout=600) for words in commands(documented, "loaddata")]
    assert "Installed" in said[1], said
    assert "Nothing to do" in said[2], said
    with psycopg.connect(game.environment["XYZGRID_DATABASE_URL"]) as database:
        rooms = "SELECT count(*) FROM objects_objectdb WHERE db_typeclass_path LIKE '%XYZRoom'"
        assert database.execute(rooms).fetchone()[0] > 100

    played = game.play()
    assert "running already" in played.stdout, played.stdout
    with game.builder() as client:
        assert "brass telescope" in client.ask("look")
        assert "quiet" in client.ask("examine here/mood")
        client.ask("create/drop glass eye", "You create")
        client.ask("dig/teleport Attic", "Attic")
    with Telnet(game.host, game.base) as client:
        client.ask("connect guest", r"You become Guest\d+\.")
    game.halt()


def restart(address):
    with psycopg.connect(address) as database:
        (folder,) = database.execute("SHOW data_directory").fetchone()
    owner = os.stat(folder).st_uid
    subprocess.run(
        [postgres.programs(os.environ) / "pg_ctl", "restart", "-D", folder, "-m", "fast", "-w",
         "-l", os.devnull],
        user=owner if os.geteuid() == 0 else None, cwd="/", stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip


def test_players_play_on_when_the_database_restarts(new_game):
    game = new_game()
    with postgres.private_server() as address:
        game = replace(game, environment=game.environment | {"XYZGRID_DATABASE_URL": address})
        assert game.play().returncode == 0
        with game.builder() as client:
            client.ask("create/drop brass token", "You create")
            restart(address)
            end = time.monotonic() + 30
            while "Created" not in client.ask("set here/mood = quiet"):
                assert time.monotonic() < end
                time.sleep(1)
            assert "brass token" in client.ask("look")
        game.halt()
