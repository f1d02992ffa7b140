r"""Fits text to a client: breaks lines at its width, spells out symbols that it cannot show.

    at 30 columns       The |wold mill|n creaks in the wind,     markup takes no columns
                        and its sails turn.

      map list    all   a line of two columns goes on in the     (a wide gap shrinks first)
                  maps  second one

Text is in Evennia's markup: `|w` colours, `||` is a bar, `|lccommand|ltlabel|le` a link.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator

from xyzgrid_ext.core.markup import MARKUP, char_width, strip_markup, text_width

_NEW_LINE = re.compile(r"\|\||\|/")
_CUT_LINK = re.compile(r"\|l[cu](?:(?:(?!\|l).)*\|lt)?((?:(?!\|l).)*\[\.\.\.\])(?!\|l[te])")
_WORD = re.compile(r"( *)((?:\|l[cu].*?\|lt|[^ ])+)")
_ENTRY = re.compile(r"( *)(\S+(?: \S+)*?)(  +)(?=\S)")  # a name, a gap, what it means
_LABEL = re.compile(r" *[^\W\d_a-z][\w ]{0,20}:")  # `Exits: north`
_LIST = re.compile(r"\|w[^|:]{1,20}:\|n ")  # the same in colour, which no prose begins with
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_HYPHENED = re.compile(r"[^\W\d_]-$")
_AUTHORS_MARGIN, _AUTHORS_WIDTH = 66, 80  # columns: prose in files is broken between them
_WORDS = 5  # that so long a line of prose has, at the least


def wrap_text(text: str, width: int, *, prose: bool = False) -> str:
    """Wrap a text to lines of at most `width` columns (more than 0); shorter lines stay unchanged.

    If Evennia's `crop` has cut a link in two, only the rest of its label is kept.

    Args:
        text: lines of text.
        width: in columns.
        prose: whether to join lines that the author broke for another screen first.
    """
    if "|/" in text:
        text = _NEW_LINE.sub(lambda match: "\n" if match[0] == "|/" else match[0], text)
    if "[...]" in text:
        text = _CUT_LINK.sub(r"\1", text)
    lines = text.split("\n")
    if prose:
        lines = _paragraphs(lines)
    return "\n".join(
        part for line in lines for part in ([line] if _fits(line, width) else _broken(line, width))
    )


def unwrap(text: str) -> str:
    """Put each paragraph of a text on one line, for clients that wrap lines themselves."""
    return "\n".join(_paragraphs(text.split("\n")))


def fit_encoding(text: str, encoding: str, *, aligned: bool = False) -> str:
    """Replace each character that an encoding lacks with a stand-in.

    Args:
        text: any text.
        encoding: a name that Python knows, such as `ascii` or `latin-1`.
        aligned: whether the text is a drawing: a stand-in then takes as many columns as the
            original.
    """
    if text.isascii():
        return text
    return text.encode(encoding, _ALIGNED if aligned else _SPELLED).decode(encoding)


def _fits(line: str, width: int) -> bool:
    # most lines are short, with all their markup
    return (len(line) <= width and line.isascii()) or text_width(line) <= width


def _paragraphs(lines: list[str]) -> list[str]:
    """Join lines that were broken because the next word was too long."""
    paragraphs: list[str] = []
    before = ""
    for line in lines:
        if _goes_on(before, line):
            # a word that was broken at its own hyphen is one word
            joint = "" if _HYPHENED.search(paragraphs[-1]) else " "
            paragraphs[-1] += f"{joint}{line.strip()}"
        else:
            paragraphs.append(line)
        before = line
    return paragraphs


def _goes_on(before: str, line: str) -> bool:
    """Whether a line seems to continue the paragraph of the line before it."""
    length = len(before)  # an author's editor counts the markup
    if not _AUTHORS_MARGIN - len(line) <= length <= 4 * _AUTHORS_WIDTH:
        return False  # no editor is so wide
    if MARKUP.match(before) and before.rstrip().endswith("|n"):
        return False  # coloured from end to end: a heading, as the name of a room
    if line.startswith("|n"):
        return False  # it ends the colours of a text: a pager's own line below it
    if _LIST.match(before):
        return False  # a list is made in one line
    before, line = strip_markup(before), strip_markup(line)
    first, *_rest = line.split(maxsplit=1) or [""]
    return (
        first != ""
        and _margin(line) == _margin(before)
        and length + 1 + len(first) > _AUTHORS_MARGIN
        and text_width(before) <= _AUTHORS_WIDTH
        and not before.rstrip().endswith((".", "!", "?", ":"))
        and len(_LETTERS.findall(before)) >= _WORDS  # no drawing
        and not (_LABEL.match(line) or _entry(before) or _entry(line))
    )


def _entry(line: str) -> re.Match[str] | None:
    return _ENTRY.match(line) if "  " in line.lstrip(" ") else None


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _broken(line: str, width: int) -> Iterator[str]:
    """Break a line that is too wide; the lines after the first get its indentation."""
    margin = min(_margin(line), width // 4)
    line = " " * margin + line.lstrip(" ")
    if (entry := _entry(line)) is not None:
        name = f"{entry[1]}{entry[2]}"
        if text_width(entry[0]) > width // 2:  # the gap shrinks before anything is broken
            line = f"{name}  {line[entry.end() :]}"
        # at most half of it: where a wide character has no place there is no end
        hang = text_width(entry[0])
        margin = hang if hang <= width // 2 else min(margin + 2, width // 2)
    if line.isascii() and "|" not in line and "\x1b" not in line:
        yield from _broken_plainly(line, margin, width)
        return
    part, used = "", 0
    for blanks, word in _WORD.findall(line):
        takes = text_width(word)
        if part.strip() and used + len(blanks) + takes > width:
            yield part
            part, used, blanks = "", margin, " " * margin
        else:
            used += len(blanks)
        part += blanks + word
        used += takes
        while used > width:  # one word, wider than the screen
            head, tail = _split(part, width)
            yield head
            part = " " * margin + tail
            used = text_width(part)
    yield part


def _broken_plainly(line: str, margin: int, width: int) -> Iterator[str]:
    """Break a line in which every character takes one column, as most do."""
    while len(line) > width:
        # behind its margin: else there would be no end
        at = line.rfind(" ", margin, width + 1)
        if at < 0 or not line[:at].strip():
            at = width
        yield line[:at].rstrip()
        line = " " * margin + line[at:].lstrip(" ")
    yield line


def _split(text: str, width: int) -> tuple[str, str]:
    """Split a text after its first `width` columns; return both parts."""
    used = at = 0
    while at < len(text):
        mark = MARKUP.match(text, at)
        takes = (1 if mark["bar"] else 0) if mark else char_width(text[at])
        if used + takes > width:
            break
        used += takes
        at = mark.end() if mark else at + 1
    return text[:at], text[at:]


# --- stand-ins

_STAND_INS = {
    **dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺‐‑‒–—―−", "-"),
    **dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻¦", "|"),
    **dict.fromkeys("┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┠┣┤┥┨┫┬┯┰┳┴┷┸┻┼┿╂╋╔╗╚╝╠╣╦╩╬╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫╭╮╯╰", "+"),
    **dict.fromkeys("█▓▒░▀▄▌▐■▪▮", "#"),
    **dict.fromkeys("←◀◄◂⇐‹", "<"),
    **dict.fromkeys("→▶►▸⇒›", ">"),
    **dict.fromkeys("↑▲▴△⇑", "^"),
    **dict.fromkeys("↓▼▾▽⇓", "v"),
    **dict.fromkeys("↔↕⇔", "+"),
    **dict.fromkeys("·•∙‧", "."),
    **dict.fromkeys("★☆✦✶✱", "*"),
    **dict.fromkeys("●◉◆◈♦", "*"),
    **dict.fromkeys("○◯◇□▢▫", "o"),
    **dict.fromkeys("╱⁄∕", "/"),
    **dict.fromkeys("╲∖", "\\"),
    **dict.fromkeys("╳✕✗×", "x"),
    **dict.fromkeys("‘’‚′´", "'"),
    **dict.fromkeys("“”„″«»", '"'),
    **{"…": "...", "±": "+-", "÷": "/", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"},
    **{"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "þ": "th", "ð": "d", "ı": "i"},
    **{"€": "EUR", "£": "GBP", "©": "(c)", "✓": "v", "✔": "v", "°": "o", "¿": "?", "¡": "!"},
}


def _stand_in(character: str) -> str:
    if character in _STAND_INS:
        return _STAND_INS[character]
    # letters without their accents; the dotted parts of ligatures and fractions
    parts = unicodedata.normalize("NFKD", character)
    plain = "".join(_STAND_INS.get(part, part) for part in parts if char_width(part))
    return plain if plain.isascii() else "?" * char_width(character)


def _aligned(character: str) -> str:
    takes = char_width(character)
    return _stand_in(character)[:takes].ljust(takes)


def _register(name: str, stand_in: object) -> str:
    def handle(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        return "".join(map(stand_in, error.object[error.start : error.end])), error.end  # type: ignore[call-overload]

    codecs.register_error(name, handle)
    return name


_SPELLED = _register("xyzgrid-spelled", _stand_in)
_ALIGNED = _register("xyzgrid-aligned", _aligned)
