-- events.subscribe, watch.set, watch.achievement, watch.clear.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local condition = require("bridge.memory.condition")
local Events = require("bridge.events.events")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

local MAX_ID = 0x7FFFFFFF
local PARSING_OF_BYTE = 2 -- microseconds that an achievement takes
local KNOWN = {}
for _, topic in ipairs(Events.TOPICS) do KNOWN[topic] = true end

local function topics_of(text)
  local topics = {}
  if text == "" then return topics end
  for topic in (text .. ","):gmatch("([^,]*),") do
    if not KNOWN[topic] then
      refuse_argument("topics", text, ("empty, or some of %s with commas between them"):format(table.concat(Events.TOPICS, ", ")))
    end
    topics[topic] = true
  end
  return topics
end

local function id_of(text)
  return arguments.integer(text, "id", 1, MAX_ID)
end

local function cost_of_parsing(request)
  return #request.payload * PARSING_OF_BYTE
end

local function interval_of(text)
  return arguments.integer(text, "interval", 1, limits.watch_interval_frames)
end

--- Returns a value's length and format, or a range's length and nil.
local function length_of(text)
  if text:find("^%d") then return arguments.integer(text, "length", 1, limits.watch_bytes), nil end
  local value_type = condition.type(text)
  return value_type.width, (value_type.min < 0 and "<i" or "<I") .. value_type.width
end

---@param parts { events: bridge.Events, watches: bridge.Watches }
return function(parts)
  local events, watches = parts.events, parts.watches
  local commands = {}

  commands["events.subscribe"] = { arguments = 1, run = function(request)
    events:subscribe(request.connection, topics_of(request.arguments[1]))
  end }

  commands["watch.set"] = { arguments = 5, game = true, cost = 5, run = function(request)
    local id, address, what, domain, interval = table.unpack(request.arguments)
    local length, format = length_of(what)
    return watches:set({
      connection = request.connection, id = id_of(id), address = arguments.address(address), domain = domain, length = length,
      format = format, interval = interval_of(interval),
    })
  end }

  commands["watch.achievement"] = { arguments = 2, payload = true, game = true, cost_of = cost_of_parsing, run = function(request)
    local id, interval = table.unpack(request.arguments)
    return watches:set({
      connection = request.connection, id = id_of(id), achievement = request.payload, length = 0, format = "<I1",
      interval = interval_of(interval),
    })
  end }

  commands["watch.clear"] = { arguments = 1, run = function(request)
    local id = request.arguments[1]
    if id == "" then
      watches:forget(request.connection)
    elseif not watches:clear(request.connection, id_of(id)) then
      refuse("unknown-id", ("id must be a watch of this connection; got %s."):format(id), "id")
    end
  end }

  return commands
end
