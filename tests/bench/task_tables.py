"""Make the database that all measurements start from: all tables, and nothing in them."""

from __future__ import annotations

import sys

import django
import evennia
import migrated_database
import numpy
import scipy
from measure import report


def run() -> None:
    """Make the tables of an empty database, and tell what is measured with what."""
    migrated_database.migrate()
    versions = {
        "python": sys.version.split()[0],
        "evennia": evennia.__version__.split()[0],
        "django": django.get_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
    }
    report("versions", versions)
