"""The line in a game's settings computes those of the parts that are chosen, and no others."""

from evennia import settings_default
from test_hookup import KERNEL, NONE, settings_of

TUNING = {"AMP_SERVER_PROTOCOL_CLASS", "SQLITE3_PRAGMAS"}
if settings_default.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    TUNING |= {"DATABASES"}
TUNING |= {"PORTAL_SERVICES_PLUGIN_MODULES", "SERVER_SERVICES_PLUGIN_MODULES"}


def test_each_part_changes_what_it_needs():
    changed = settings_of(XYZGRID_PARTS=("verbs", "tuning")).keys()
    assert changed == KERNEL | TUNING | NONE | {"STATICFILES_DIRS"}
    apps = settings_of(XYZGRID_PARTS=("web_map",))["INSTALLED_APPS"]
    assert apps[-2:] == ["xyzgrid_ext.game.web", "xyzgrid_ext.parts.web_map"]
    spoken = settings_of(XYZGRID_PARTS=("verbs",), USE_I18N=True)["LOCALE_PATHS"]
    assert [path for path in spoken if path.endswith("parts/verbs/locale")] == spoken[-1:]
    assert settings_of(XYZGRID_PARTS=("boards",))["STATICFILES_DIRS"][-1].endswith("boards/static")
