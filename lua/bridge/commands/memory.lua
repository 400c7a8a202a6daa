-- memory.domains, memory.get, memory.set, memory.read, memory.span, memory.write, memory.guard.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local escaping = require("bridge.wire.escaping")
local memory = require("bridge.memory.memory")
local targets = require("bridge.memory.targets")
local memory_span = require("bridge.memory.memory_span")
local condition = require("bridge.memory.condition")
local numerals = require("bridge.wire.numerals")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument
local Dispatcher = require("bridge.serving.dispatcher")

local UNFINISHED = Dispatcher.UNFINISHED
local unpack = table.unpack

-- Microseconds a KiB. mGBA reads byte by byte and writes a word a call.
local READING, WRITING = 18, 200
local READING_AND_SENDING = READING + Dispatcher.COST_OF_KIB
-- Larger ranges run in parts, so that other connections get their turns in between.
local READ_AT_ONCE, READ_PART = 262144, 65536
local WRITE_PART = 4096

local WIDTHS = { ["1"] = 1, ["2"] = 2, ["4"] = 4 }

local function width_of(text)
  local width = WIDTHS[text]
  if not width then refuse_argument("width", text, "1, 2 or 4") end
  return width
end

--- Appends the final address of a pointer chain to the reply's arguments.
---@param target bridge.Target
---@param values string?
---@return string?
local function with_address(target, values)
  local resolved = target.resolved
  if not resolved then return values end
  return values and values .. " " .. resolved or tostring(resolved)
end

---@param parts { game: bridge.Game }
return function(parts)
  local game = parts.game
  local commands = {}

  commands["memory.domains"] = { arguments = 0, game = true, run = function()
    local list = {}
    for i, name in ipairs(game.names) do
      local domain = game.domains[name]
      list[i] = ("%s:%d:%d:%d:%s"):format(name, domain:base(), game.sizes[name], domain:bound(), domain:name())
    end
    return escaping.join(list)
  end }

  commands["memory.get"] = { arguments = 3, game = true, run = function(request)
    local given = request.arguments
    local width = width_of(given[2])
    local target = targets.locate(game, arguments.address(given[1]), width, given[3])
    local value = memory.get(target, width)
    return with_address(target, numerals[value] or tostring(value))
  end }

  commands["memory.set"] = { arguments = 4, game = true, run = function(request)
    local address, width, value, domain = unpack(request.arguments)
    width = width_of(width)
    value = arguments.integer(value, "value", 0, (1 << 8 * width) - 1)
    local target = targets.locate(game, arguments.address(address), width, domain)
    memory.set(game, target, width, value)
    return with_address(target)
  end }

  commands["memory.guard"] = { arguments = 4, game = true, run = function(request)
    local address, type_name, domain, condition_text = unpack(request.arguments)
    local value_type = condition.type(type_name)
    local compare, wanted = condition.parse(condition_text, value_type)
    local target = targets.locate(game, arguments.address(address), value_type.width, domain)
    local value = condition.signed(value_type, memory.get(target, value_type.width))
    return with_address(target, (compare(value, wanted) and "1 " or "0 ") .. value)
  end }

  --- Ends a long command that began in another game.
  local function refuse_other_game(request)
    local progress = request.progress
    if progress and progress.generation ~= game.generation then refuse("interrupted", "Another game was loaded while the command ran.") end
  end

  --- Finds a request's range, again in each part because mGBA may have replaced its domains.
  local function target_of(request, address, length, domain)
    refuse_other_game(request)
    local progress = request.progress
    if progress and progress.domains == game.domains then return progress.target end
    local target = targets.locate(game, arguments.address(address), length, domain)
    if progress then progress.target, progress.domains = target, game.domains end
    return target
  end

  --- Reads the next part of a long range.
  local function read_part(request, length, target, read)
    local progress = request.progress
      or { generation = game.generation, domains = game.domains, target = target, parts = {}, bytes = 0 }
    request.progress = progress
    local done, size = progress.parts, math.min(READ_PART, length - progress.bytes)
    done[#done + 1] = read(size, progress.bytes)
    progress.bytes = progress.bytes + size
    if progress.bytes < length then return UNFINISHED, size * READING // 1024 end
    return target and with_address(target), table.concat(done)
  end

  --- Whether a read takes long; its later parts don't. The length isn't checked yet, so its digits decide: six are 100,000 bytes or more.
  local function is_long(request)
    local length = request.arguments[2]
    return length ~= nil and #length >= 6 and not request.progress
  end

  commands["memory.read"] = { arguments = 3, game = true, cost_of_kib = READING_AND_SENDING, is_long = is_long, run = function(request)
    local address, length, domain = unpack(request.arguments)
    length = arguments.integer(length, "length", 1, limits.memory_range_bytes)
    local target = target_of(request, address, length, domain)
    if length <= READ_AT_ONCE then return with_address(target), memory.read(target, length) end
    return read_part(request, length, target, function(size, skip) return memory.read_long(game, target, size, skip) end)
  end }

  commands["memory.span"] = { arguments = 3, game = true, cost_of_kib = READING_AND_SENDING, is_long = is_long, run = function(request)
    local address, length, domain = unpack(request.arguments)
    address = arguments.integer(address, "address", 0, 0xFFFFFFFF)
    length = arguments.integer(length, "length", 1, limits.memory_range_bytes)
    refuse_other_game(request)
    if length <= READ_AT_ONCE then return nil, memory_span.read(game, address, length, domain) end
    return read_part(request, length, nil, function(size, skip) return memory_span.read(game, address + skip, size, domain) end)
  end }

  local function write_part(request, target, bytes)
    local progress = request.progress
      or { generation = game.generation, domains = game.domains, target = target, bytes = 0 }
    request.progress = progress
    if progress.bytes == #bytes then
      memory.verify(target, bytes)
      return with_address(target)
    end
    local size = math.min(WRITE_PART, #bytes - progress.bytes)
    memory.put(game, target, bytes, progress.bytes, size)
    progress.bytes = progress.bytes + size
    return UNFINISHED, size * WRITING // 1024
  end

  commands["memory.write"] = { arguments = 2, payload = true, game = true, cost_of_kib = WRITING, run = function(request)
    local address, domain = unpack(request.arguments)
    local bytes = request.payload
    if #bytes < 1 or #bytes > limits.memory_range_bytes then
      refuse("bad-request", ("payload must be 1 to %d bytes; got %d."):format(limits.memory_range_bytes, #bytes), "payload")
    end
    local target = target_of(request, address, #bytes, domain)
    if #bytes > WRITE_PART then return write_part(request, target, bytes) end
    memory.write(game, target, bytes)
    return with_address(target)
  end }

  return commands
end
