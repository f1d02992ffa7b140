"""Two maps that builders edit in the browser.

inn      the file of a map of two rooms, spawned, beside a drawn one
builder  a builder, who has no right on any map
editor   a browser of this builder, who is an editor of the inn: `editor_pages.Editor`
"""

import pytest


@pytest.fixture(autouse=True)
def _nobody_waits(settings):
    settings.XYZGRID_LIMITS = {"edit_messages": 1000, "edit_work": 1000}
    _forget()
    yield
    _forget()


def _forget():
    """Forget how much the test before has asked for."""
    from xyzgrid_ext.parts.editor.web import refusals

    for kept in (refusals.messages, refusals.works):
        kept.forget()


@pytest.fixture
def files(spawned):
    """Return the files of a map of two rooms and of a drawn one, both spawned."""
    from worlds import DRAWN

    from tests.parts.editor.game.editor_pages import INN

    return spawned(INN, DRAWN)


@pytest.fixture
def inn(files):
    return files[0]


@pytest.fixture
def builder(make_player):
    return make_player("Bob", permissions=["Builder"])


@pytest.fixture
def editor(inn, builder):
    """Return a browser of a builder who is an editor of the inn."""
    from tests.parts.editor.game.editor_pages import Editor
    from xyzgrid_ext.parts.editor.game import edits

    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "editor")
    return Editor(builder.account)
