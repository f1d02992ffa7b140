"""Make the database that all measurements start from: all tables, and nothing in them."""

from __future__ import annotations

import sys

import django
import evennia
import numpy
import scipy
from django.core.management import call_command
from measure import report


def run() -> None:
    """Migrate an empty SQLite file, and tell what is measured with what."""
    call_command("migrate", verbosity=0)
    versions = {
        "python": sys.version.split()[0],
        "evennia": evennia.__version__.split()[0],
        "django": django.get_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
    }
    report("versions", versions)
