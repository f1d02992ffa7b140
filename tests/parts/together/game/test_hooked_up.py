"""The line in a game's settings computes those of the parts that are chosen, and no others."""

from copy import deepcopy

from evennia import settings_default

from xyzgrid_ext.hookup import hook_up

TUNING = {"AMP_SERVER_PROTOCOL_CLASS", "DATABASES", "SQLITE3_PRAGMAS"}
TUNING |= {"PORTAL_SERVICES_PLUGIN_MODULES", "SERVER_SERVICES_PLUGIN_MODULES"}


def settings_of(*names, **own):
    settings = {name: deepcopy(v) for name, v in vars(settings_default).items() if name.isupper()}
    settings |= {"XYZGRID_PARTS": names, **own}
    hook_up(settings)
    return settings


def test_each_part_changes_what_it_needs():
    kernel = settings_of()
    settings = settings_of("verbs", "tuning")
    changed = {name for name, value in settings.items() if kernel.get(name) != value}
    assert changed == TUNING | {"XYZGRID_PARTS"}
    apps = settings_of("web_map")["INSTALLED_APPS"]
    assert apps[-2:] == ["xyzgrid_ext.game.web", "xyzgrid_ext.parts.web_map"]
    spoken = settings_of("verbs", USE_I18N=True)["LOCALE_PATHS"]
    assert [path for path in spoken if path.endswith("parts/verbs/locale")] == spoken[-1:]
