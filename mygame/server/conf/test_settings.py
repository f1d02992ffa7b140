"""Settings of the tests: the game's own, with a database that no game uses.

It is in memory, or in XYZGRID_TEST_DATABASE=postgres://…, which tools/test-postgres sets.
"""

import os

# Evennia asks the database while it is imported: it must not open the game's own.
os.environ["TEST_DB_PATH"] = ":memory:"
os.environ["XYZGRID_DATABASE_URL"] = os.environ.get("XYZGRID_TEST_DATABASE", "")

from server.conf.settings import *

TEST_ENVIRONMENT = True
SECRET_KEY = "only for tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, and worth nothing
CREATION_THROTTLE_LIMIT = 10_000  # the tests of one process make their guests from one address
