"""Sphinx: the pages of this folder and a reference from docstrings, as HTML. `make docs` runs it.

It asks no other machine. The reference imports the package, and so Evennia, with the settings of
the tests: their database is in memory.
"""

import os
import sys
from pathlib import Path

import django
from pygments.lexers.special import TextLexer

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "mygame")]
os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.test_settings"
django.setup()

import evennia  # noqa: E402

evennia._init()

from xyzgrid_ext import __version__  # noqa: E402

project = "XYZGrid Ext"
author = "XYZGrid Ext contributors"
project_copyright = "XYZGrid Ext contributors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["build", "extra"]
smartquotes = False  # quotes in tables of code stay as they are typed
default_role = "code"  # docstrings write code between single backticks
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"{project} {version}"
html_copy_source = False
html_extra_path = ["extra"]  # the playground's scripts, and what tools/playground.py lays there
html_show_sphinx = False


def setup(app):
    """Let blocks of our own formats and transcripts be text."""
    for language in ("matrix", "game", "telnet", "launcher", "moving"):
        app.add_lexer(language, TextLexer)
