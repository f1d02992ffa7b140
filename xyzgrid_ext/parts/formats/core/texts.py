"""Escapes names for files, so that any room name leaves the file readable."""

from __future__ import annotations

import json
import re

_REPLACEMENT = "\ufffd"

# what XML 1.0 has no way to write, not even escaped (section 2.2 of its specification)
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# halves of pairs that stand alone: no UTF-8 holds them
_HALVES = re.compile("[\ud800-\udfff]")
_XML = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        # as they are, an XML reader would make blanks of them in an attribute
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)
# Graphviz reads these in every label as the character that they stand for
_ENTITY = re.compile(r"&(?=#?\w+;)")


def escape_xml(text: str) -> str:
    """Return a text as it stands in XML, in an element or an attribute in double quotes."""
    return _NOT_XML.sub(_REPLACEMENT, text).translate(_XML)


def to_json(value: object) -> str:
    """Return a value as JSON in one line, with only the necessary escapes."""
    return _HALVES.sub(_REPLACEMENT, json.dumps(value, ensure_ascii=False))


def quote_dot(text: str) -> str:
    """Return a text as a quoted string of Graphviz."""
    plain = _ENTITY.sub("&amp;", _NOT_XML.sub(_REPLACEMENT, text))
    plain = plain.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + plain.replace("\r", "").replace("\n", "\\n") + '"'
