-- Mudlet's map of the game: all that the account knows at once, then what changes.
--
--   Client.GUI.map ──► a file of all maps ──┐
--   a new room ──────► a file of its map ───┼──► put ──► addRoom, setExit, setDoor …
--   Room.Info ───────► a room of that form ─┘
--
-- The files are Mudlet's own JSON, as saveJsonMap writes it. They are read here, and not by
-- loadJsonMap, which would throw away the map that is there, with all that a player added to it.
-- A room keeps its number for ever; rooms from the game are marked, and those that the game no
-- longer knows are deleted: another account may know less.

xyzgrid = xyzgrid or {}

local MARK = "xyzgrid" -- among the user data: of rooms, of areas (the name of the map), of files
local DOORS = { open = 1, closed = 2, locked = 3 }
local LONG = { -- the words of getRoomExits, by those of setDoor
  n = "north", ne = "northeast", e = "east", se = "southeast", s = "south", sw = "southwest",
  w = "west", nw = "northwest", up = "up", down = "down", ["in"] = "in", out = "out",
}
local SHORT = { u = "up", d = "down" }
for short, long in pairs(LONG) do
  SHORT[short], SHORT[long] = short, short
end

local labels = {} -- the labels that were made, by area

-- Whether a room is in Mudlet's map and came from the game.
local function is_ours(id)
  return roomExists(id) and getRoomUserData(id, MARK) ~= ""
end

local function put_compass(room, ways, stubs, leads_out)
  local before = getRoomExits(room.id)
  for short, long in pairs(LONG) do
    local way, stub = ways[short], stubs[short]
    local target = way and roomExists(way.exitId) and way.exitId or -1
    if way or not leads_out(before[long]) then
      setExit(room.id, target, short)
      if target == -1 and (way or stub) then
        setExitStub(room.id, short, true)
      end
      if way or stub then
        setDoor(room.id, short, DOORS[(way or stub).door] or 0)
      end
    end
  end
end

local function put_specials(room, ways, leads_out)
  for command, target in pairs(getSpecialExitsSwap(room.id) or {}) do
    if not ways[command] and not leads_out(target) then
      removeSpecialExit(room.id, command)
    end
  end
  for command, way in pairs(ways) do
    if not LONG[command] and roomExists(way.exitId) then
      addSpecialExit(room.id, way.exitId, command)
      setDoor(room.id, command, DOORS[way.door] or 0)
      local line = way.customLine
      if line then
        local points = {}
        for at, point in ipairs(line.coordinates) do
          points[at] = { point[1], point[2], room.coordinates[3] }
        end
        addCustomLine(room.id, points, command, line.style, line.color24RGB, line.endsInArrow)
      end
    end
  end
end

-- Put the exits of a room. In a file of one map, exits to others are stubs or missing: they stay.
local function put_ways(room, is_of_one_map)
  local ways, stubs = {}, {}
  for _, way in ipairs(room.exits or {}) do
    ways[SHORT[way.name] or way.name] = way
  end
  for _, way in ipairs(room.stubExits or {}) do
    stubs[SHORT[way.name] or way.name] = way
  end
  local function leads_out(target)
    return is_of_one_map and target and getRoomArea(target) ~= getRoomArea(room.id)
  end
  put_compass(room, ways, stubs, leads_out)
  put_specials(room, ways, leads_out)
end

local function put_area(number, name)
  if not setAreaName(number, name) then -- another area has this name
    setAreaName(number, name .. " " .. number)
  end
end

-- Put a room without its exits, since those need the rooms to which they lead.
local function put_room(room, area)
  local id, at = room.id, room.coordinates
  addRoom(id, area)
  if getRoomArea(id) ~= area then
    setRoomArea(id, area)
  end
  setRoomCoordinates(id, at[1], at[2], at[3])
  setRoomName(id, room.name)
  setRoomUserData(id, MARK, "1")
end

-- Write the titles of a map's inner areas above their rooms, level by level.
local function put_labels(number, rooms)
  for _, label in ipairs(labels[number] or {}) do
    deleteMapLabel(number, label)
  end
  labels[number] = {}
  local corners = {}
  for _, room in ipairs(rooms) do
    local title = room.userData and room.userData.area
    if title then
      local x, y, z = unpack(room.coordinates)
      local name = title .. "\n" .. z
      local corner = corners[name] or { title = title, x = x, y = y, z = z }
      corner.x, corner.y = math.min(corner.x, x), math.max(corner.y, y)
      corners[name] = corner
    end
  end
  for _, one in pairs(corners) do
    -- light on clear, as large as a room, behind the rooms, and never in Mudlet's own file
    local label = createMapLabel(number, one.title, one.x - 0.4, one.y + 1, one.z,
      200, 200, 200, 0, 0, 0, 30, 12, false, false, "", 255, 0, true)
    table.insert(labels[number], label)
  end
end

local function forget(ids, known)
  for _, id in pairs(ids) do -- from 0 on, as getAreaRooms counts
    if not known[id] and id ~= xyzgrid.here and is_ours(id) then
      deleteRoom(id)
    end
  end
end

-- Put what a file tells; `key` is the map that was asked for, or nil for all.
function xyzgrid.put_file(file, key)
  local known = {}
  for _, colour in ipairs(file.customEnvColors or {}) do
    local rgb = colour.color24RGB
    setCustomEnvColor(colour.id, rgb[1], rgb[2], rgb[3], 255)
  end
  for _, area in ipairs(file.areas) do
    put_area(area.id, area.name)
    for _, room in ipairs(area.rooms) do
      known[room.id] = true
      put_room(room, area.id)
      setRoomEnv(room.id, room.environment)
      setRoomChar(room.id, room.symbol and room.symbol.text or "")
    end
    local last = area.rooms[#area.rooms]
    if last then
      setRoomArea(last.id, area.id) -- Mudlet measures an area only now
      setAreaUserData(area.id, MARK, area.userData.key)
    end
  end
  for _, area in ipairs(file.areas) do
    for _, room in ipairs(area.rooms) do
      put_ways(room, key ~= nil)
    end
    put_labels(area.id, area.rooms)
    if key then
      forget(getAreaRooms(area.id), known)
    end
  end
  if not key then
    local ids = {}
    for id in pairs(getRooms()) do
      table.insert(ids, id)
    end
    forget(ids, known)
  end
  updateMap()
end

-- Return the door of an exit by the flags of GMCP; nil if it has none.
local function door_of(flags)
  local found
  for _, flag in ipairs(flags or {}) do
    found = flag == "locked" and flag or flag == "closed" and found ~= "locked" and flag
      or found or flag == "door" and "open" or nil
  end
  return found
end

-- Return a room in the form of the files.
local function room_of(info)
  local room = {
    id = info.num, name = info.name, exits = {}, stubExits = {},
    coordinates = { info.coord.x, info.coord.y, info.coord.z },
  }
  local function door(word)
    local row = (info.doors or {})[word]
    return row and door_of(row.flags)
  end
  for _, ways in ipairs({ info.exits or {}, info.specials or {} }) do
    for word, target in pairs(ways) do
      table.insert(room.exits, { name = word, exitId = target, door = door(word) })
    end
  end
  for _, word in ipairs(info.stubs or {}) do
    table.insert(room.stubExits, { name = word, door = door(word) })
  end
  return room
end

-- Put the room of Room.Info and show it. Return whether a file can tell more, and of which map.
function xyzgrid.arrive(info)
  xyzgrid.here, xyzgrid.room = nil, nil
  if not info.coord or info.num < 1 then
    return false -- a room that is on no map, or one whose place is a secret
  end
  local area, is_new = info.coord.id, not is_ours(info.num)
  if getRoomAreaName(area) == -1 then
    put_area(area, info.area)
  end
  local room = room_of(info)
  put_room(room, area)
  put_ways(room, false)
  setRoomArea(room.id, area)
  xyzgrid.here, xyzgrid.room = room.id, room
  updateMap()
  centerview(room.id)
  for _, way in ipairs(room.exits) do
    is_new = is_new or not roomExists(way.exitId)
  end
  return is_new, getAreaUserData(area, MARK)
end

-- Put the exits of this room that have changed: a door was opened, an exit came or went.
function xyzgrid.change(exits)
  local room = xyzgrid.room
  if not room then
    return
  end
  for word, now in pairs(exits) do
    for _, rows in ipairs({ room.exits, room.stubExits }) do
      for at = #rows, 1, -1 do
        if rows[at].name == word then
          table.remove(rows, at)
        end
      end
    end
    if now then
      local rows = now.to and room.exits or room.stubExits
      table.insert(rows, { name = word, exitId = now.to, door = door_of(now.flags) })
    end
  end
  put_ways(room, false)
  updateMap()
end

-- Return the command by which the game itself walks to a room: it knows doors, keys and wormholes.
function xyzgrid.way_to(id)
  local x, y, z = getRoomCoordinates(id)
  local area = getRoomArea(id)
  if xyzgrid.here and area == getRoomArea(xyzgrid.here) then
    return string.format("goto (%d,%d,%d)", x, y, z)
  end
  local key = getAreaUserData(area, MARK)
  return key and string.format("goto (%d,%d,%d,%s)", x, y, z, key)
end
