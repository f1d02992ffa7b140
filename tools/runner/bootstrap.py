"""Fill the database of a game dir without a terminal: python bootstrap.py GAME_DIR.

Does what `evennia migrate` and the first `evennia start` do, and adds and spawns the worlds, so
that the server is ready at once when it starts. Each step is left out or harmless when it was done
before. The superuser comes from EVENNIA_SUPERUSER_USERNAME and EVENNIA_SUPERUSER_PASSWORD;
XYZGRID_NEW_PASSWORD=1 sets the password of one who is there already.
"""

import contextlib
import io
import os
import secrets
import sys
import time
from pathlib import Path


def make_secrets(game_dir: Path) -> None:
    """Write the secret key that signs the web sessions, unless there is one."""
    path = game_dir / "server" / "conf" / "secret_settings.py"
    if path.exists():
        return
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        key = secrets.token_urlsafe(48)
        file.write(f'"""Made for this game alone."""\n\nSECRET_KEY = "{key}"\n')


def refuse_older_database() -> None:
    """End with what to delete, if the database is of a version before 0.1.0."""
    from django.db import connection

    paths: set[str] = set()
    for table in ("objects_objectdb", "scripts_scriptdb"):
        if table in connection.introspection.table_names():
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT DISTINCT db_typeclass_path FROM {table}")
                paths.update(path for (path,) in cursor if path.startswith("xyzgrid_ext.game."))
    if paths:
        sys.exit(
            f"A version before 0.1.0 made the database {connection.settings_dict['NAME']}:"
            f" it holds {', '.join(sorted(paths))}, which this version does not have."
            " Nothing was changed.\nDelete it, or move it away, and start again: the worlds are"
            " built anew. docs/reference/stored-names.md lists what is kept from 0.1.0 on."
        )


def make_database() -> None:
    """Create or update the tables, then let Evennia take hold of them."""
    import django
    from django.core.management import call_command

    django.setup()
    refuse_older_database()
    call_command("migrate", interactive=False, verbosity=0)

    import evennia

    evennia._init()


def make_superuser() -> None:
    """Create the superuser; or give a new password, if that was asked for."""
    from evennia.accounts.models import AccountDB

    name = os.environ["EVENNIA_SUPERUSER_USERNAME"]
    password = os.environ["EVENNIA_SUPERUSER_PASSWORD"]
    superuser = AccountDB.objects.filter(is_superuser=True).order_by("id").first()
    if superuser is None:
        AccountDB.objects.create_superuser(name, "", password)
    elif os.environ.get("XYZGRID_NEW_PASSWORD") and superuser.username == name:
        superuser.set_password(password)
        superuser.save()


def make_first_objects() -> None:
    """Do what the first start of a server does, without the restart at its end."""
    from django.core.management import call_command
    from evennia.server import initial_setup
    from evennia.server.models import ServerConfig

    if ServerConfig.objects.conf("last_initial_setup_step") == "done":
        return
    initial_setup.create_objects()
    initial_setup.at_initial_setup()
    call_command("collectstatic", interactive=False, verbosity=0)
    ServerConfig.objects.conf("server_epoch", time.time())
    ServerConfig.objects.conf("last_initial_setup_step", "done")


def renew_files() -> None:
    """Give browsers the files of this Evennia, where the game ran on another one before."""
    from django.core.management import call_command

    from xyzgrid_ext.game.cli.doctor import stale_files

    if names := stale_files():
        call_command("collectstatic", interactive=False, verbosity=0, clear=True)
        print(f"Files of another Evennia for browsers, copied anew: {len(names)}", flush=True)


def make_worlds() -> None:
    """Add the maps of `world.MAPS` and spawn what is not there yet.

    A map that does not load keeps nobody out of a game that has rooms.
    """
    from world import MAPS
    from xyzgrid_ext.launchcmd import xyzcommand
    from xyzgrid_ext.xyzroom import XYZRoom

    try:
        with contextlib.redirect_stdout(io.StringIO()):  # their advice is for people
            xyzcommand("init")
            xyzcommand("add", *MAPS)
        xyzcommand("spawn", "--yes")
    except SystemExit:
        if not XYZRoom.objects.exists():
            raise
        print("The game starts all the same.", flush=True)


def main() -> None:
    """Run all steps."""
    game_dir = Path(sys.argv[1]).resolve()
    sys.path[:0] = [str(game_dir), str(game_dir.parent)]
    os.chdir(game_dir)
    os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.settings"
    (game_dir / "server" / "logs").mkdir(exist_ok=True)
    make_secrets(game_dir)
    print("Making the database ...", flush=True)
    make_database()
    make_superuser()
    make_first_objects()
    renew_files()
    print("Building the worlds ...", flush=True)
    make_worlds()


if __name__ == "__main__":
    main()
