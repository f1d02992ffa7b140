"""Texts in the source that would escape translation, or be told in one language to many."""

import ast
import re
from pathlib import Path

import pytest
from evennia.utils.ansi import strip_ansi

pytestmark = pytest.mark.django_db
GAME = Path(__file__).resolve().parents[2] / "xyzgrid_ext" / "game"
# what builders and authors read in a terminal or a log stays English
FOR_AUTHORS = {
    "base", "cli", "creation", "db", "delete", "import_faults", "levels", "loader",
    "newcomers", "orphans", "plane_map", "planes", "relocate", "roster",
    "row_templates", "script", "sheets", "spawner", "spawning", "stairs", "templates",
    "visual_range",
}  # fmt: skip


SPEAKS = {"msg", "msg_contents", "PlayerError"}


def spoken(tree):
    """Literal texts that are handed to what speaks, and are not handed to gettext first."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in SPEAKS:
            for argument in [*node.args, *(k.value for k in node.keywords if k.arg == "text")]:
                yield from bare_texts(argument)


def bare_texts(node):
    if isinstance(node, ast.Call):
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if called == "format" and isinstance(node.func, ast.Attribute):
            yield from bare_texts(node.func.value)
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and re.search("[A-Za-z]", strip_ansi(node.value)):
            yield node.lineno, node.value
    elif isinstance(node, ast.JoinedStr | ast.BinOp | ast.IfExp | ast.Tuple):
        for child in ast.iter_child_nodes(node):
            yield from bare_texts(child)


FILES = [
    file
    for file in sorted(GAME.rglob("*.py"))
    if FOR_AUTHORS.isdisjoint(file.relative_to(GAME).with_suffix("").parts)
]


def test_no_text_is_spoken_that_was_not_handed_to_gettext(subtests):
    for file in FILES:
        with subtests.test(str(file.relative_to(GAME))):
            assert list(spoken(ast.parse(file.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "source",
    ['x.msg("No.")', 'PlayerError(f"No {x}.")', 'msg("No {x}".format(x=1))', 'm.msg(text="a")'],
)
def test_a_text_that_escapes_is_seen_in_the_source(source):
    assert list(spoken(ast.parse(source)))


TO_MANY = {"tell_room", "session.tell", "_tell_asker"}
AT_ONCE = {"_", "gettext", "ngettext"}


def in_one_language(tree):
    """Lines where others are told a text that is translated before it is known who reads it."""
    for function in (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)):
        nodes = list(ast.walk(function))
        told = [one for one in nodes if isinstance(one, ast.Assign) and is_at_once(one.value)]
        names = {target.id for one in told for target in one.targets if hasattr(target, "id")}
        for node in nodes:
            if isinstance(node, ast.Call) and ast.unparse(node.func) in TO_MANY:
                text = node.args[1]
                if is_at_once(text) or getattr(text, "id", "") in names:
                    yield node.lineno


def is_at_once(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in AT_ONCE


def test_what_others_are_told_is_translated_for_each_of_them(subtests):
    for file in FILES:
        with subtests.test(str(file.relative_to(GAME))):
            assert list(in_one_language(ast.parse(file.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("told", ['tell_room(x, _("a"))', 't = _("a"); session.tell(m, t)'])
def test_a_text_in_the_language_of_who_speaks_is_seen_in_the_source(told):
    assert list(in_one_language(ast.parse(f"def f(): {told}")))
