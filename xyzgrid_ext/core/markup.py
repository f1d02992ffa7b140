"""Text as a terminal shows it: without Evennia's markup, each character in its columns.

|rred|n door||    `red door|`, 9 columns         店    2 columns         é as e and an accent    1
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

MARKUP = re.compile(
    r"(?P<bar>\|\|)"
    r"|\x1b\[[0-9;]*[A-Za-z]"
    r"|\|l[cu].*?\|lt|\|le"
    r"|\|\[?[0-5]{3}|\|\[?=[a-z]|\|\[?#[0-9a-fA-F]{6}|\|\[?#[0-9a-fA-F]{3}"
    r"|\|![RGYBMCWX]|\|\[[a-zA-Z]|\|[nrgybmcwxRGYBMCWXhHuUiIsS*^]"
)
"""Matches Evennia's markup: colours (`|w`), a bar (`||`), links (`|lccommand|ltlabel|le`)."""

_COMMAND = re.compile(r"\|w(.+?)\|n")


def commands_in(text: str) -> list[str]:
    """Return the commands that a help text names, written in white (`|w`): each once, sorted."""
    return sorted(set(_COMMAND.findall(text)))


def strip_markup(text: str) -> str:
    """Return a text as it is shown: without colours and links, and with `||` as a bar."""
    if "|" not in text and "\x1b" not in text:
        return text
    return MARKUP.sub(lambda mark: "|" if mark["bar"] else "", text)


def text_width(text: str) -> int:
    """Return how many columns a line takes on screen: 0 for markup, 2 for a wide character."""
    plain = strip_markup(text)
    return len(plain) if plain.isascii() else sum(map(char_width, plain))


def char_width(character: str) -> int:
    """Return the columns of one character: 0, 1 or 2."""
    if east_asian_width(character) in "WF":
        return 2
    return 0 if category(character) in ("Mn", "Me", "Cf") else 1
