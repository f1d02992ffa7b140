-- What happens: messages of the game, a double click on the map, and the frame beside the text.
--
--   ♥♥♡                      Char.Vitals
--   ☐ The Old Light …        Xyzgrid.Journal

xyzgrid = xyzgrid or {}

local NAME = "xyzgrid"
local MODULES = { "Room 1", "Char.Vitals 1", "Xyzgrid.Journal 1" }
local SIGNS = { open = "☐", aside = "☆", done = "☑" } -- in any language
local FILE = getMudletHomeDir() .. "/xyzgrid-map.json"
local SOON, LATER = 2, 5 -- seconds from a new room to the question, and between two questions

local wanted -- the map to ask for: its key, or ALL
local ALL = {}
local asked -- the map whose file is on its way
local strange = {} -- the areas that were in no file although all were asked for
local is_waiting = false

-- The address of the file of one map, or of all of them.
local function address(key)
  if key == ALL then
    return xyzgrid.file
  end
  local escaped = key:gsub("[^%w%-_.~]", function(letter)
    return string.format("%%%02X", letter:byte())
  end)
  return (xyzgrid.file:gsub("/all%.mudlet", function() return "/" .. escaped .. ".mudlet" end))
end

local function ask()
  is_waiting = false
  if asked or not wanted or not xyzgrid.file then
    return
  end
  asked, wanted = wanted, nil
  downloadFile(FILE, address(asked))
end

local function ask_in(seconds)
  if not is_waiting then
    is_waiting = true
    tempTimer(seconds, ask)
  end
end

-- Draw the hearts and the journal; the frame opens when there is something to show.
local function draw()
  local frame = xyzgrid.frame
  if not frame then
    frame = Geyser.UserWindow:new({
      name = NAME, titleText = "♥", docked = true, dockPosition = "r", restoreLayout = true,
    })
    frame:enableAutoWrap()
    xyzgrid.frame = frame
  end
  clearWindow(NAME)
  local vitals, journal = gmcp.Char and gmcp.Char.Vitals, gmcp.Xyzgrid and gmcp.Xyzgrid.Journal
  if vitals then
    local left, most = tonumber(vitals.hp), tonumber(vitals.maxhp)
    local hearts = string.rep("♥", left) .. string.rep("♡", most - left)
    setFgColor(NAME, 220, 60, 60)
    echo(NAME, (most > 10 and left .. "/" .. most or hearts) .. "\n")
  end
  for _, state in ipairs({ "open", "aside", "done" }) do
    for _, task in ipairs(journal and journal[state] or {}) do
      setFgColor(NAME, 240, 200, 120)
      echo(NAME, "\n" .. SIGNS[state] .. " " .. task.name .. "\n")
      setFgColor(NAME, 200, 200, 200)
      echo(NAME, task.text .. "\n")
      for _, command in ipairs(task.commands) do
        echoLink(NAME, "> " .. command, string.format("send(%q)", command), command, false)
        echo(NAME, "\n")
      end
    end
  end
end

local function arrive()
  local info = gmcp.Room.Info
  local is_new, key = xyzgrid.arrive(info)
  if is_new and (key or not strange[info.coord.id]) then
    strange[info.coord.id] = not key
    wanted = (wanted == nil or wanted == key) and key or ALL
  end
  if wanted then -- also what did not come the last time
    ask_in(SOON)
  end
end

-- The game has said where its package and its maps are: after each login, and before this is run
-- for the first time.
local function begin()
  local told = gmcp.Client and gmcp.Client.GUI
  if not (told and told.map) then
    return
  end
  sendGMCP("Core.Supports.Add " .. yajl.to_string(MODULES))
  if gmcp.Room and gmcp.Room.Info then
    arrive()
  end
  xyzgrid.file, asked, wanted = told.map, nil, ALL
  ask()
  draw()
end

local function loaded(_, path)
  if path ~= FILE or not asked then
    return
  end
  local of, file = asked, io.open(path, "rb")
  local text = file:read("*a")
  file:close()
  os.remove(path) -- Mudlet's map keeps it
  asked = nil
  xyzgrid.put_file(yajl.to_value(text), of ~= ALL and of or nil)
  if not xyzgrid.is_open then -- not before there are rooms: Mudlet would ask what to do
    xyzgrid.is_open = true
    openMapWidget()
  end
  if xyzgrid.here then
    centerview(xyzgrid.here)
  end
  ask_in(LATER)
end

local function failed(_, reason, path)
  if path == FILE then
    asked, wanted = nil, asked and wanted and ALL or asked or wanted
    echo("\n[" .. NAME .. "] " .. tostring(reason) .. "\n")
  end
end

-- Mudlet's own scripts may have a function of this name; the last one counts.
local function take_clicks()
  mudlet = mudlet or {}
  mudlet.mapper_script, mudlet.custom_speedwalk = true, true
  doSpeedWalk = function()
    local path = speedWalkPath or {}
    local command = xyzgrid.way_to(tonumber(speedWalkTo or path[#path]))
    if command then
      send(command)
    end
  end
end

local function leave(_, package)
  if package == NAME then
    for _, handler in ipairs(xyzgrid.handlers) do
      killAnonymousEventHandler(handler)
    end
    if xyzgrid.frame then
      xyzgrid.frame:hide()
    end
    mudlet.mapper_script, mudlet.custom_speedwalk, doSpeedWalk, xyzgrid = nil, nil, nil, nil
  end
end

local EVENTS = {
  ["gmcp.Client.GUI"] = begin,
  ["gmcp.Room.Info"] = arrive,
  ["gmcp.Room.UpdateExits"] = function() xyzgrid.change(gmcp.Room.UpdateExits) end,
  ["gmcp.Char.Vitals"] = draw,
  ["gmcp.Xyzgrid.Journal"] = draw,
  sysDownloadDone = loaded,
  sysDownloadError = failed,
  sysLoadEvent = take_clicks,
  sysUninstallPackage = leave,
}

for _, handler in ipairs(xyzgrid.handlers or {}) do -- a script that is saved in the editor runs again
  killAnonymousEventHandler(handler)
end
xyzgrid.handlers = {}
for event, action in pairs(EVENTS) do
  table.insert(xyzgrid.handlers, registerAnonymousEventHandler(event, action))
end
take_clicks()
begin()
