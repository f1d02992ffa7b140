"""The setting of the package for Mudlet."""

from xyzgrid_ext.game.base.setting_rows import Setting, or_none, read_text

WEBSITE = Setting(
    "XYZGRID_MUDLET_WEBSITE",
    "text",
    None,
    "the address of the game's website for Mudlet, which loads its "
    "[package](../howto/mudlet.md) there, such as `https://play.example.com`; an empty text: none "
    "is offered; `None`: built from `SERVER_HOSTNAME` and the website's port",
    or_none(read_text),
)

SETTINGS = (WEBSITE,)
