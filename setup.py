"""The text for a package index: README.md without pictures and links into the repository.

All else is in pyproject.toml.
"""

import re
from pathlib import Path

from setuptools import setup

_INSIDE = r"\[([^]]*)\]\((?!https?://)[^)]*\)"  # a link to a file
_text = Path(__file__).with_name("README.md").read_text("utf-8")
_text = re.sub(f"!{_INSIDE}\n*", "", _text)

setup(
    long_description=re.sub(_INSIDE, r"\1", _text),
    long_description_content_type="text/markdown",
)
