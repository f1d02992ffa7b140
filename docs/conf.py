"""Sphinx: the pages of this folder as HTML. `make docs` runs it; it asks no other machine."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from xyzgrid_ext import __version__

project = "XYZGrid Ext"
author = "XYZGrid Ext contributors"
project_copyright = "XYZGrid Ext contributors"
version = release = __version__

extensions = ["myst_parser"]
exclude_patterns = ["build", "extra"]
smartquotes = False  # quotes in tables of code stay as they are typed
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

html_theme = "furo"
html_title = f"{project} {version}"
html_copy_source = False
html_extra_path = ["extra"]  # the playground's scripts, and what tools/playground.py lays there
html_show_sphinx = False


def setup(app):
    """Let blocks of our own formats and transcripts be text."""
    for language in ("matrix", "game", "telnet", "launcher", "moving"):
        app.add_lexer(language, TextLexer)
