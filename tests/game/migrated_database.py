"""A migrated database that is made once and kept, of which each run of the tests gets a copy.

It lies in .pytest_cache of the repository. Its name holds the versions and a digest of everything
that it was made of, so that whatever changes makes another. Of processes that begin at once one
makes it, and the others wait: that takes less time than to make it several times.
"""

import hashlib
import os
import platform
import shutil
import sqlite3
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import django
import evennia
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from filelock import FileLock

FOLDER = Path(__file__).resolve().parents[2] / ".pytest_cache" / "migrated"


def kept_file():
    """The file of the database for these versions, these apps and their migrations."""
    versions = f"evennia-{evennia.__version__.split()[0]}-django-{django.__version__}"
    digest = hashlib.blake2b(digest_size=8)
    for app in apps.get_app_configs():
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            digest.update(f"{app.label} {file.name}".encode() + file.read_bytes())
    digest.update(Path(__file__).read_bytes())
    python = f"python-{platform.python_version()}-sqlite-{sqlite3.sqlite_version}"
    return FOLDER / f"{versions}-{python}-{digest.hexdigest()}.db3"


@contextmanager
def is_missing(file):
    """Yield whether this process has to make a file; until it has, all others wait for it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(file.with_suffix(".lock")):
        yield not file.exists()


def keep(file):
    """Write the database of this process to a file."""
    unfinished = file.with_suffix(f".{os.getpid()}")
    with closing(sqlite3.connect(unfinished)) as target:
        connection.connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # that of this process, which may be a file
    unfinished.replace(file)


def migrate():
    """Make the tables of this process's database, which is empty: by a copy, if it is a file."""
    if connection.vendor != "sqlite":
        call_command("migrate", verbosity=0)
        return
    with is_missing(file := kept_file()) as missing:
        if missing:
            call_command("migrate", verbosity=0)
            keep(file)
            return
    shutil.copy(file, connection.settings_dict["NAME"])


def create_test_db(migrate, *args, **kwargs):
    """Make the database of the tests, as the function of this name that Django calls for it."""
    with is_missing(file := kept_file()) as missing:
        if missing:
            name = migrate(*args, **kwargs)
            keep(file)
            return name
    name = connection.creation._get_test_db_name()
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name
    connection.ensure_connection()
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as source:
        source.backup(connection.connection)
    return name


def use():
    """Let Django copy the database instead of migrating one, if it is to be in memory."""
    creation = connection.creation
    if connection.vendor == "sqlite" and creation.is_in_memory_db(creation._get_test_db_name()):
        creation.create_test_db = partial(create_test_db, creation.create_test_db)
