"""A stand-in for Mudlet: its Lua, its map, and the functions that the package calls.

Written from Mudlet's own source (TLuaInterpreterMapper.cpp, TRoom.cpp): it refuses what Mudlet
refuses. It draws nothing: the map is a dictionary, the frame is a text.
"""

import json
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit
from xml.etree import ElementTree
from zipfile import ZipFile

import lupa.lua51

LONG = {
    **{"n": "north", "ne": "northeast", "e": "east", "se": "southeast", "s": "south"},
    **{"sw": "southwest", "w": "west", "nw": "northwest"},
    **{word: word for word in ("up", "down", "in", "out")},
}


class Mudlet:
    """A profile of Mudlet; `home` is where it keeps its files."""

    def __init__(self, home: Path):
        self.home = home
        self.lua = lupa.lua51.LuaRuntime(unpack_returned_tuples=True)
        self.rooms, self.areas, self.labels, self.colours = {}, {}, {}, {}
        self.here, self.is_open, self.links = None, False, {}
        self.sent, self.gmcp_sent, self.timers, self.downloads = [], [], [], []
        self.frame, self.main = "", ""
        self._handlers, self._count = {}, 0
        globals_ = self.lua.globals()
        globals_.gmcp = self.lua.table()
        globals_.yajl = self.lua.table_from(
            {"to_value": lambda text: self.table(json.loads(text)), "to_string": self._json}
        )
        window = {
            "enableAutoWrap": lambda this: None,
            "hide": lambda this: setattr(self, "frame", None),
        }
        user_window = {"new": lambda this, options: self.lua.table_from(window)}
        globals_.Geyser = self.table({"UserWindow": {}})
        globals_.Geyser.UserWindow = self.lua.table_from(user_window)
        for name in dir(self):
            if name.startswith("lua_"):
                globals_[name.removeprefix("lua_")] = getattr(self, name)

    def table(self, value):
        """Return a value of JSON as Lua has it."""
        if isinstance(value, dict):
            return self.lua.table_from({key: self.table(one) for key, one in value.items()})
        return self.lua.table_from(map(self.table, value)) if isinstance(value, list) else value

    def install(self, package: bytes):
        """Run the scripts of a package, as Mudlet does when it has unpacked it."""
        with ZipFile(BytesIO(package)) as archive:
            (name,) = [name for name in archive.namelist() if name.endswith(".xml")]
            for script in ElementTree.fromstring(archive.read(name)).iter("script"):
                self.lua.execute(script.text)

    def hears(self, name, content):
        table, *inner = self.lua.globals().gmcp, *name.split(".")
        for word in inner[:-1]:
            table[word] = table[word] or self.lua.table()
            table = table[word]
        table[inner[-1]] = self.table(content)
        self.raises(f"gmcp.{name}")

    def raises(self, event, *values):
        for handler in [row for row in self._handlers.values() if row[0] == event]:
            handler[1](event, *values)

    def waits(self):
        timers, self.timers = self.timers, []
        for _seconds, action in timers:
            action()

    def loads(self, text):
        """Answer the oldest download; return the path and the query that were asked for."""
        path, url = self.downloads.pop(0)
        Path(path).write_text(text, "utf-8")
        self.raises("sysDownloadDone", path, len(text))
        return urlsplit(url)

    def double_click(self, number):
        """Click on a room: Mudlet asks the script, and looks for no way by itself."""
        globals_ = self.lua.globals()
        assert globals_.mudlet.custom_speedwalk is True
        globals_.speedWalkFrom, globals_.speedWalkTo = self.here, number
        globals_.doSpeedWalk()
        return self.sent.pop() if self.sent else None

    # --- events, files, windows

    def lua_registerAnonymousEventHandler(self, event, action):  # noqa: N802
        self._count += 1
        self._handlers[self._count] = event, action
        return self._count

    def lua_killAnonymousEventHandler(self, number):  # noqa: N802
        return self._handlers.pop(number, None) is not None

    def lua_getMudletHomeDir(self):  # noqa: N802
        return str(self.home)

    def lua_downloadFile(self, path, url):  # noqa: N802
        self.downloads.append((path, url))

    def lua_tempTimer(self, seconds, action):  # noqa: N802
        self.timers.append((seconds, action))

    def lua_send(self, line):
        self.sent.append(line)

    def lua_sendGMCP(self, message):  # noqa: N802
        self.gmcp_sent.append(message)

    def lua_openMapWidget(self):  # noqa: N802
        assert self.rooms, "Mudlet asks what to do about an empty map"
        self.is_open = True

    def lua_clearWindow(self, name):  # noqa: N802
        self.frame = ""

    def lua_setFgColor(self, name, red, green, blue):  # noqa: N802
        pass

    def lua_echo(self, name, text=None):
        if text is None:
            self.main += name
        else:
            self.frame += text

    def lua_echoLink(self, name, text, code, hint, has_own_colour):  # noqa: N802
        self.frame += f"[{text}]"
        self.links[hint] = code

    def _json(self, table):
        return json.dumps(list(table.values()))

    # --- the map

    def lua_addRoom(self, number, area):  # noqa: N802
        if number in self.rooms:
            return False
        assert area in self.areas
        blank = {"exits": {}, "stubs": set(), "specials": {}, "doors": {}, "lines": {}, "data": {}}
        self.rooms[number] = SimpleNamespace(area=area, env=None, symbol="", **blank)
        return True

    def lua_deleteRoom(self, number):  # noqa: N802
        del self.rooms[number]
        for room in self.rooms.values():
            for ways in (room.exits, room.specials):
                for word in [word for word, target in ways.items() if target == number]:
                    del ways[word]

    def lua_roomExists(self, number):  # noqa: N802
        return number in self.rooms

    def lua_getRooms(self):  # noqa: N802
        return self.lua.table_from({number: room.name for number, room in self.rooms.items()})

    def lua_getRoomArea(self, number):  # noqa: N802
        return self.rooms[number].area if number in self.rooms else None

    def lua_setRoomArea(self, number, area):  # noqa: N802
        assert area in self.areas
        self.rooms[number].area = area

    def lua_getAreaRooms(self, area):  # noqa: N802
        inside = [number for number, room in self.rooms.items() if room.area == area]
        return self.lua.table_from(dict(enumerate(inside)))

    def lua_getRoomAreaName(self, area):  # noqa: N802
        return self.areas[area].name if area in self.areas else -1

    def lua_setAreaName(self, number, name):  # noqa: N802
        if any(area.name == name for at, area in self.areas.items() if at != number):
            return None, "area names may not be duplicated"
        self.areas.setdefault(number, SimpleNamespace(data={})).name = name
        return True

    def lua_setAreaUserData(self, area, key, value):  # noqa: N802
        self.areas[area].data[key] = value

    def lua_getAreaUserData(self, area, key):  # noqa: N802
        known = area in self.areas and key in self.areas[area].data
        return self.areas[area].data[key] if known else (None, "no user data with this key")

    def lua_setRoomName(self, number, name):  # noqa: N802
        self.rooms[number].name = name

    def lua_setRoomCoordinates(self, number, x, y, z):  # noqa: N802
        self.rooms[number].at = x, y, z

    def lua_getRoomCoordinates(self, number):  # noqa: N802
        return self.rooms[number].at

    def lua_setRoomEnv(self, number, env):  # noqa: N802
        self.rooms[number].env = env

    def lua_setCustomEnvColor(self, number, *rgb):  # noqa: N802
        self.colours[number] = rgb

    def lua_setRoomChar(self, number, symbol):  # noqa: N802
        self.rooms[number].symbol = symbol

    def lua_setRoomUserData(self, number, key, value):  # noqa: N802
        self.rooms[number].data[key] = value

    def lua_getRoomUserData(self, number, key):  # noqa: N802
        return self.rooms[number].data.get(key, "")

    def lua_setExit(self, number, target, word):  # noqa: N802
        room = self.rooms[number]
        assert word in LONG
        if target > 0 and target not in self.rooms:
            return False
        room.stubs.discard(word)
        room.exits.pop(word, None)
        if target > 0:
            room.exits[word] = target
        return True

    def lua_getRoomExits(self, number):  # noqa: N802
        exits = self.rooms[number].exits
        return self.lua.table_from({LONG[word]: target for word, target in exits.items()})

    def lua_setExitStub(self, number, word, has_stub):  # noqa: N802
        assert word in LONG
        assert word not in self.rooms[number].exits
        (self.rooms[number].stubs.add if has_stub else self.rooms[number].stubs.discard)(word)

    def lua_addSpecialExit(self, number, target, command):  # noqa: N802
        assert target in self.rooms
        self.rooms[number].specials[command] = target

    def lua_removeSpecialExit(self, number, command):  # noqa: N802
        room = self.rooms[number]
        for rows in (room.specials, room.doors, room.lines):
            rows.pop(command, None)

    def lua_getSpecialExitsSwap(self, number):  # noqa: N802
        return self.lua.table_from(self.rooms[number].specials)

    def lua_setDoor(self, number, command, state):  # noqa: N802
        room = self.rooms[number]
        assert command in {*room.exits, *room.stubs, *room.specials}, (number, command)
        room.doors.pop(command, None)
        if state:
            room.doors[command] = ("open", "closed", "locked")[state - 1]

    def lua_addCustomLine(self, number, points, command, style, colour, has_arrow):  # noqa: N802
        assert command in self.rooms[number].specials or command in self.rooms[number].exits
        assert style in {"solid line", "dot line", "dash line"}
        self.rooms[number].lines[command] = [tuple(point.values()) for point in points.values()]

    def lua_createMapLabel(self, area, text, x, y, z, *look):  # noqa: N802
        self._count += 1
        assert look[-1] is True, "temporary: not in Mudlet's own file"
        self.labels.setdefault(area, {})[self._count] = text, x, y, z
        return self._count

    def lua_deleteMapLabel(self, area, label):  # noqa: N802
        del self.labels[area][label]

    def lua_updateMap(self):  # noqa: N802
        pass

    def lua_centerview(self, number):
        if self.is_open and number in self.rooms:
            self.here = number
