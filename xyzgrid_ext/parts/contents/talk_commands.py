"""The command for people: `talk` and `ask`."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import WholeWordCommand
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text.descriptions import without_article
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.text.screens import link_markup, takes_links
from xyzgrid_ext.parts.contents import people


class CmdTalk(WholeWordCommand):
    """
    talk to somebody who lives here

    Usage:
      talk <person>                      hear what they say
      ask <person> about <topic>
      talk to <person> about <topic>

    They also answer if you say the name of a topic near them. If somebody wants a
    thing, type give <thing> to <person>.
    """

    key = "talk"
    aliases = ("ask", "greet")
    gives_way = True

    def do(self) -> None:
        """Let the person speak."""
        who, text = self.caller, self.args.strip()
        for before in (_("to"), _("with"), "to", "with"):
            text = text.removeprefix(f"{before} ")
        about = "|".join({re.escape(_("about")), "about", "for"})
        name, *more = re.split(rf"(?:^|\s+)(?:{about})\s+", text, maxsplit=1)
        topic = without_article(more[0].rstrip("?")) if more else ""
        person, topic = self._meant(name.strip(), topic)
        title = person.get_display_name(who)
        if topic:
            if not people.ask_about(person, who, topic):
                reply = _("{name} has nothing to say about that.").format(name=title)
                raise PlayerError(reply, _topics(person, who))
        elif not people.say_line(person, who):
            raise PlayerError(_("{name} says nothing.").format(name=title), _topics(person, who))
        elif line := _topics(person, who):
            who.msg(line)

    def _meant(self, name: str, topic: str) -> tuple[Any, str]:
        """Return the person that is meant, and the topic: `ask slate` has only that.

        Without a name, it is the only person in the room.
        """
        who = self.caller
        if not (persons := people.people_in(who.location, who)):
            raise PlayerError(_("Nobody here answers. |wsay|n speaks to the players in the room."))
        meant = [
            person
            for person in persons
            if without_article(name) in map(without_article, objects.name_keys(person))
        ]
        if not meant and name:
            words = set(name_key(without_article(name)).split())
            meant = [person for person in persons if words <= set(name_key(person.key).split())]
        if len(meant or persons) == 1 and (meant or not name):
            return (meant or persons)[0], topic
        titles = [person.get_display_name(who) for person in meant or persons]
        names = iter_to_str(titles, endsep=_("or"))
        if not name or meant:
            raise PlayerError(_("To whom? Here is {names}.").format(names=names))
        for person in persons if not topic else ():
            if people.knows_topic(person, who, without_article(name)):
                return person, without_article(name)
        reply = _("There is no '{name}' here who answers. Here is {names}.")
        raise PlayerError(reply.format(name=plain_text(name), names=names))


def _topics(person: Any, who: Any) -> str:
    """Return a line that names the topics of a person; empty if there are none."""
    if not (topics := people.topics_of(person, who)):
        return ""
    name = min((person.key, *person.aliases.all()), key=len)
    first, *others = topics
    named = [f"|wask {name} about {first}|n", *others]
    if takes_links(who):
        named[1:] = [link_markup(f"ask {name} about {topic}", topic) for topic in others]
    return _("You can {topics}.").format(topics=iter_to_str(named, endsep=_("or")))
