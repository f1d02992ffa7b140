"""Settings of the tests: the game's own, with a database in memory that no game uses."""

import os

# Evennia asks the database while it is imported: it must not open the game's own.
os.environ["TEST_DB_PATH"] = ":memory:"

from server.conf.settings import *

TEST_ENVIRONMENT = True
SECRET_KEY = "only for tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, and worth nothing
