"""What map clients send, and what of ours they get."""

from xyzgrid_ext.game.protocols import oob

OURS = {"room_info", "room_updateexits", "room_wrongdir", "client_map"} | {
    "xyzgrid_map",
    "xyzgrid_board",
}


def sends(player, **messages):
    """What a client sends out of band, the way it comes in: {name: (args, kwargs)}."""
    for name, (args, kwargs) in messages.items():
        getattr(oob, name)(player.session, *args, **kwargs)


def asks(player, *modules):
    sends(player, supports_set=(modules, {}))
    player.sent.clear()


def heard(player, name=None):
    """The messages of ours that a client got: [(name, what it holds)], or of one name what."""
    found = [
        (key, value if isinstance(value, str) else value[1] or value[0])
        for message in player.sent
        for key, value in message.items()
        if key in OURS or key.isupper()
    ]
    return found if name is None else [value for key, value in found if key == name]


def stand(grid, player, key, number=0):
    player.character.move_to(grid.live.object((key, number)), move_type="teleport")
