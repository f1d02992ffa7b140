"""Things of this game, and what all of its objects share."""

from evennia.objects.objects import DefaultObject


class ObjectParent:
    """Mixed into objects, characters, rooms and exits alike."""


class Object(ObjectParent, DefaultObject):
    """A thing that lies in a room or is carried."""
