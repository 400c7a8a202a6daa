-- memory.domains, memory.get, memory.set, memory.read, memory.write.
local limits = require("bridge.limits")
local arguments = require("bridge.arguments")
local escaping = require("bridge.escaping")
local memory = require("bridge.memory")
local refuse = require("bridge.refusal").refuse

local WIDTHS = { ["1"] = 1, ["2"] = 2, ["4"] = 4 }

local function width_of(text)
  local width = WIDTHS[text]
  if not width then refuse("bad-request", "width is 1, 2 or 4", "width") end
  return width
end

---@param parts bridge.Parts
return function(parts)
  local game = parts.game
  local commands = {}

  commands["memory.domains"] = { arguments = 0, game = true, run = function()
    local list = {}
    for i, name in ipairs(game.names) do
      list[i] = ("%s:%d:%d"):format(name, game.domains[name]:base(), game.sizes[name])
    end
    return escaping.join(list)
  end }

  commands["memory.get"] = { arguments = 3, game = true, run = function(request)
    local address, width, domain = table.unpack(request.arguments)
    width = width_of(width)
    local target = memory.locate(game, arguments.address(address), width, domain)
    return tostring(memory.get(target, width))
  end }

  commands["memory.set"] = { arguments = 4, game = true, run = function(request)
    local address, width, value, domain = table.unpack(request.arguments)
    width = width_of(width)
    value = arguments.integer(value, "value", 0, (1 << 8 * width) - 1)
    local target = memory.locate(game, arguments.address(address), width, domain)
    memory.set(game, target, width, value)
  end }

  commands["memory.read"] = { arguments = 3, game = true, run = function(request)
    local address, length, domain = table.unpack(request.arguments)
    length = arguments.integer(length, "length", 1, limits.transfer_bytes)
    return nil, memory.read(memory.locate(game, arguments.address(address), length, domain), length)
  end }

  commands["memory.write"] = { arguments = 2, payload = true, game = true, run = function(request)
    local address, domain = table.unpack(request.arguments)
    local bytes = request.payload
    if #bytes < 1 or #bytes > limits.transfer_bytes then
      refuse("bad-request", ("the payload is 1 to %d bytes"):format(limits.transfer_bytes), "payload")
    end
    memory.write(game, memory.locate(game, arguments.address(address), #bytes, domain), bytes)
  end }

  return commands
end
