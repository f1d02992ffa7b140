"""The lock function of this package, for any lock of a game: `view:xyz_part(dungeons)`."""

from __future__ import annotations

from xyzgrid_ext import parts
from xyzgrid_ext.game.base import settings


def xyz_part(accessing_obj: object, accessed_obj: object, *names: str, **kwargs: object) -> bool:
    """Lock function `xyz_part(name, ...)`: whether the game uses all parts with these names."""
    return {
        part.name for part in parts.select_parts(settings.setting_value("XYZGRID_PARTS")).parts
    } >= {*names}
