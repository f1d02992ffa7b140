"""python -m tools.runner play | stop [--game DIR]: the Python half of tools/play and tools/stop."""

import argparse
import os
import secrets
import signal
import sys
from pathlib import Path

from tools.runner.game import DEFAULT_BASE, Game, GameError
from tools.runner.telnet import NotSeenError

REPOSITORY = Path(__file__).resolve().parents[2]
SUPERUSER = "admin"


def connection_file(folder: Path) -> Path:
    """Return where the way into the game is written down, for its owner alone."""
    return folder / "server" / "conf" / "connection.txt"


def read_connection(folder: Path) -> dict[str, str]:
    """Return what is written down: "port base", "superuser", "password"; empty if nothing is."""
    path = connection_file(folder)
    if not path.exists():
        return {}
    lines = (line.partition(":") for line in path.read_text().splitlines())
    return {key.strip(): value.strip() for key, colon, value in lines if colon}


def write_connection(folder: Path, connection: dict[str, str]) -> None:
    """Write it down, readable by nobody else from the first moment on."""
    path = connection_file(folder)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.writelines(f"{key}: {value}\n" for key, value in connection.items())


def game_of(folder: Path) -> Game:
    """Return the game of a game dir on the ports that the environment, or its last start, names."""
    asked = os.environ.get("XYZGRID_PORT_BASE")
    noted = read_connection(folder)
    interface = os.environ.get("XYZGRID_INTERFACE", "127.0.0.1")
    if asked is not None and not (asked.isdigit() and 1024 <= int(asked) <= 65000):
        raise GameError(f"XYZGRID_PORT_BASE: {asked!r} is not a number from 1024 to 65000")
    game = Game(folder, int(asked or DEFAULT_BASE), interface)
    if not game.processes() or not noted:
        return game
    base = int(noted["port base"])
    if asked is not None and int(asked) != base:
        raise GameError(
            f"this game already runs, on the ports from {base} on.\n"
            "To move it, stop it first: sh tools/stop"
        )
    return Game(folder, base, noted["interface"])


def play(folder: Path) -> None:
    """Start the game if it does not run, and tell how to log in."""
    game = game_of(folder)
    running = game.pids()
    if "server" in running and "portal" in running:
        try:
            game.wait_for_login(30)
        except NotSeenError as error:
            raise GameError(
                f"the game runs, but no login works: {error}\n{game.logs()}\n"
                "Start it anew: sh tools/stop && sh tools/play"
            ) from None
        print("The game is running already.")
    else:
        if game.stop():  # half a game, after a crash, is none
            print("Stopped what was left of the game.")
        game.check_ports()  # before anything is made
        prepare(game)
        print("Starting the server ...", flush=True)
        game.start()
    tell(game)


def prepare(game: Game) -> None:
    """Bring database, superuser and worlds up to date, and note the way in."""
    noted = read_connection(game.folder)
    new = not noted
    name = os.environ.get("EVENNIA_SUPERUSER_USERNAME") or noted.get("superuser") or SUPERUSER
    given = os.environ.get("EVENNIA_SUPERUSER_PASSWORD")
    password = given or noted.get("password") or secrets.token_urlsafe(12)
    write_connection(
        game.folder,
        {
            "superuser": name,
            "password": password,
            "port base": str(game.base),
            "interface": game.interface,
        },
    )
    variables = {
        "EVENNIA_SUPERUSER_USERNAME": name,
        "EVENNIA_SUPERUSER_PASSWORD": password,
        # whoever lost the file gets a new password: the database is theirs
        "XYZGRID_NEW_PASSWORD": "1" if new else "",
    }
    game.bootstrap(**variables)


def tell(game: Game) -> None:
    """Print how to log in and how to go on."""
    noted = read_connection(game.folder)
    ports = "" if game.base == DEFAULT_BASE else f"XYZGRID_PORT_BASE={game.base} "
    print(
        f"""
  telnet       telnet {game.host} {game.base}
  web          http://{game.host}:{game.web_port}

  as a guest   connect guest
  superuser    connect {noted.get("superuser", SUPERUSER)} {noted.get("password", "PASSWORD")}
               (unless changed in the game; kept in {_short(connection_file(game.folder))})

  to stop it   make stop, or: sh tools/stop
  evennia      . {_short(Path(sys.prefix))}/bin/activate; cd {_short(game.folder)}
               {ports}evennia reload
""",
        flush=True,
    )


def _short(path: Path) -> str:
    """Return a path as seen from the repository."""
    return str(path.relative_to(REPOSITORY) if path.is_relative_to(REPOSITORY) else path)


def stop(folder: Path) -> None:
    """Stop the game of this game dir, and no other."""
    print("Stopped." if Game(folder).stop() else "This game does not run.")


def main() -> int:
    """Run what the command line asks for; return 0, or 1 after an error that was told."""
    parser = argparse.ArgumentParser(prog="tools/play", description="Start or stop the game.")
    parser.add_argument("what", choices=["play", "stop"])
    parser.add_argument("--game", type=Path, default=REPOSITORY / "mygame", help="the game dir")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # told to end is like Ctrl-C
    try:
        {"play": play, "stop": stop}[arguments.what](arguments.game.resolve())
    except GameError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
