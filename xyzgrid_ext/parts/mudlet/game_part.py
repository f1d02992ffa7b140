"""What the package for Mudlet adds to the game: an offer, when a character is taken.

    Client.GUI {"version": "4f0c…", "url": "http://…/map/mudlet/xyzgrid.mpackage",
                "map": "http://…/map/export/all.mudlet.json?token=…"}

Mudlet installs what it does not have in this version, and ignores `map`: the file of all that the
account knows, which the package loads. Screen readers get words, and so no package.
"""

from __future__ import annotations

from evennia.server import signals

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import ClientSession
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.game.protocols import subscriptions, tokens
from xyzgrid_ext.parts.mudlet.package import package_version
from xyzgrid_ext.parts.mudlet.settings import WEBSITE
from xyzgrid_ext.parts.mudlet.web import PAGE

_MAPS = "all.mudlet.json"


def connect() -> None:
    """Connect the handler of logins; calling it again has no effect."""
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(_on_puppet, dispatch_uid="xyzgrid.mudlet.puppeted")


@surviving("the package for Mudlet")
def _on_puppet(sender: object, session: ClientSession | None = None, **kwargs: object) -> None:
    if session is None or not takes_package(session):
        return
    given = settings.setting_value(WEBSITE)
    website = settings.website_url() if given is None else str(given)
    url = tokens.page_url(website, PAGE)
    maps = tokens.page_url(website, "xyzgrid-export", file=_MAPS)
    if url and maps:
        maps += f"?token={tokens.token_of(session.account)}"
        session.msg(client_GUI=((), {"version": package_version(), "url": url, "map": maps}))


def takes_package(session: ClientSession) -> bool:
    """Whether a client is a Mudlet that shows pictures."""
    return subscriptions.is_mudlet(session) and not session.protocol_flags.get("SCREENREADER")


GAME = GamePart("mudlet", connect=connect)
