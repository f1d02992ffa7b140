"""What happens in the town when somebody comes to the end of something: a listener of one signal.

Evennia calls `at_server_start` (the setting AT_SERVER_STARTSTOP_MODULE).
"""

import evennia
from evennia.prototypes.spawner import spawn

from world import story
from xyzgrid_ext.game.base.signals import character_named, puzzle_solved
from xyzgrid_ext.game.text.messages import tell_room

SQUARE, TAVERN, HEART = (4, 4, "town"), (6, 4, "town"), (0, 0, "glasswork:8")
_MOST_NAMES = 20
_TOLD = {
    story.HEART: (SQUARE, "The lanterns flare up: the fire in the Heart has come to {name}."),
    story.STILL_POINT: (TAVERN, "The bell over the bar rings: {name} has found the Still Point."),
    story.AT_LAMP: (SQUARE, "High up on the old lighthouse somebody waves: {name}."),
    story.LAMP: (SQUARE, "The windows of the old lighthouse flash: {name} has lit the prisms."),
    story.CISTERN: (SQUARE, "One lantern turns white: {name} has come to the end of the Cistern."),
    story.HOME: (SQUARE, "On the old lighthouse a flag goes up, COME HOME: {name} has hoisted it."),
}

_LIT = {
    "town": "A long arm of light sweeps over the roofs, and all the windows open: {name} has lit "
    "the lamp!",
    "lighthouse": "Above you it grows light, floor by floor, from the top: {name} has lit the "
    "lamp!",
    "glasswork": "Through the lake falls a long arm of light, and in the last hall another one "
    "answers: {name} has lit the lamp!",
    "": "From somewhere above comes the fog bell, late as ever, and people cheering: {name} has "
    "lit the lamp!",
}


def at_server_start() -> None:
    """Listen; doing it again changes nothing."""
    puzzle_solved.connect(came_to, dispatch_uid="world.hooks.came_to")
    character_named.connect(is_called, dispatch_uid="world.hooks.is_called")


def came_to(sender: object, puzzle: str, character: object, **kwargs: object) -> None:
    """Somebody has come to an end: the town hears of it, and keeps what is to be kept."""
    if puzzle == story.LIT:
        _tell_all(character)
    if puzzle not in _TOLD:
        return
    (x, y, z), text = _TOLD[puzzle]
    tell_room(_room(x, y, z), "{told}", told=text.format(name=character.key))
    if puzzle == story.HEART:
        _scratch(character.key)
    elif puzzle == story.CISTERN:
        for globe in spawn(story.GLOBE):
            globe.location = character
        character.msg("At your feet lies a white lamp globe, with a spark in it. You take it.")


def _tell_all(character: object) -> None:
    """Let everybody see or hear the lamp, wherever they are."""
    for session in evennia.SESSION_HANDLER.get_sessions():
        hearer = session.puppet
        if hearer is not None and hearer is not character and hearer.location is not None:
            xyz = getattr(hearer.location, "xyz", None)
            where = str(xyz[2] if xyz else "").partition(":")[0]
            hearer.msg(_LIT.get(where, _LIT[""]).format(name=character.key))


def is_called(sender: object, character: object, before: str, **kwargs: object) -> None:
    """Write the name that a guest has now in place of the guest's."""
    _scratch(character.key, before)


def _scratch(name: str, before: str = "") -> None:
    """Write a name into the floor of the Heart, below those who came first or in place of one."""
    room = _room(*HEART)
    for thing in room.contents if room is not None else ():
        if thing.key == story.NAMES["key"]:
            names = list(thing.db.names or ())
            if before:
                names = [name if one == before else one for one in names]
            else:
                names = [*names, name][:_MOST_NAMES]
            thing.db.names = names
            thing.db.desc = f"{story.NAMES['desc']} Those that can be read: {', '.join(names)}."


def _room(x: int, y: int, z: str) -> object:
    # Evennia imports this module before it has what commands of the contrib take from it
    from xyzgrid_ext.game.world.current import current

    live = current()
    room = live.room_at_xyz(x, y, z)
    return None if room is None else live.object(room)
