"""The settings of the words that players of other games type."""

from xyzgrid_ext.game.base.setting_rows import Setting, or_none, read_text

JOURNAL = Setting(
    "XYZGRID_JOURNAL",
    "path of a list",
    None,
    "the rows of the [journal](../howto/stories.md#the-journal), for `journal` and "
    "`score`, commands of the second [set](commands.md)",
    or_none(read_text),
    is_path=True,
)
ANSWERS = Setting(
    "XYZGRID_ANSWERS",
    "path of a dict",
    None,
    "words that are no commands of the game, with what the second [set](commands.md) "
    "answers: `{'buy': 'Nothing is for sale.'}`",
    or_none(read_text),
    is_path=True,
)

SETTINGS = (JOURNAL, ANSWERS)
