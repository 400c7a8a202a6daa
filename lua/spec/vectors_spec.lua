-- The examples of the wire contract, tests/vectors/messages.txt: each whole, split in two at every byte, byte by byte,
-- and truncated; and all valid ones in one buffer.
local check = require("spec.check")
local framing = require("bridge.wire.framing")
local escaping = require("bridge.wire.escaping")

local function unescape(text)
  local meanings = { n = "\n", r = "\r", ["\\"] = "\\" }
  local out, position = {}, 1
  while position <= #text do
    local digits = text:match("^\\x(%x%x)", position)
    local letter = text:match("^\\([nr\\])", position)
    out[#out + 1] = digits and string.char(tonumber(digits, 16)) or meanings[letter] or text:sub(position, position)
    position = position + (digits and 4 or letter and 2 or 1)
  end
  return table.concat(out)
end

local function decoded_list(text)
  local list = {}
  for part in text:gmatch("%S+") do list[#list + 1] = part == "\\e" and "" or unescape(part) end
  return list
end

local function read_vectors()
  local file = assert(io.open(require("spec.paths").vectors, "rb"))
  local vectors, vector, message = {}, nil, nil
  for line in file:lines() do
    local key, value = line:match("^(%S+) ?(.*)$")
    if key == "name" then
      vector = { name = value, messages = {} }
      vectors[#vectors + 1] = vector
    elseif key == "id" then
      message = { id = value }
      table.insert(vector.messages, message)
    elseif key == "word" or key == "number" or key == "arguments" then message[key] = value
    elseif key == "decoded" then message.decoded = decoded_list(value)
    elseif key == "payload" and message then message.payload = unescape(value)
    elseif key == "bytes" then vector.bytes = unescape(value)
    elseif key and key:sub(1, 1) ~= "#" then vector[key] = value end
  end
  file:close()
  return vectors
end

local function check_message(message, expected)
  check.equal(message.id, expected.id, "id")
  check.equal(message.word, expected.word, "word")
  check.equal(message.number, expected.number, "number")
  check.equal(message.payload, expected.payload, "payload")
  check.list(message.arguments, expected.decoded or decoded_list(expected.arguments), "arguments")
  check.equal(escaping.join(message.arguments), expected.arguments, "arguments written again")
end

--- Feeds the pieces to a reader and compares its messages.
local function replay(vector, pieces)
  local reader, count, problem = framing.reader(), 0, nil
  for _, piece in ipairs(pieces) do
    reader:feed(piece)
    while not problem do
      local message
      message, problem = reader:next()
      if not message then break end
      count = count + 1
      check_message(message, assert(vector.messages[count], "one message too many"))
    end
    if problem then break end
  end
  check.equal(count, #vector.messages, "messages")
  check.equal(problem, vector.error, "problem")
  if not problem then check.equal(reader:midway(), vector.incomplete == "yes", "midway") end
end

return function(it)
  local vectors = read_vectors()
  for _, vector in ipairs(vectors) do
    local bytes = vector.bytes
    it(vector.name .. ", whole", function() replay(vector, { bytes }) end)
    it(vector.name .. ", split at every byte", function()
      for i = 1, #bytes - 1 do replay(vector, { bytes:sub(1, i), bytes:sub(i + 1) }) end
    end)
    it(vector.name .. ", byte by byte", function()
      local pieces = {}
      for i = 1, #bytes do pieces[i] = bytes:sub(i, i) end
      replay(vector, pieces)
    end)
    if not vector.error and vector.incomplete == nil then
      it(vector.name .. ", truncated anywhere", function()
        local cut = { messages = {}, incomplete = "yes" }
        if #vector.messages > 1 then return end
        for i = 1, #bytes - 1 do replay(cut, { bytes:sub(1, i) }) end
      end)
      it(vector.name .. ", written", function()
        local out = {}
        for _, message in ipairs(vector.messages) do
          out[#out + 1] = framing.header(message.id, message.word, message.number, message.arguments, #message.payload)
          out[#out + 1] = message.payload .. framing.TERMINATOR
        end
        check.equal(table.concat(out), bytes)
      end)
    end
  end

  it("all valid messages in one buffer", function()
    local all, bytes = { messages = {}, incomplete = "no" }, {}
    for _, vector in ipairs(vectors) do
      if not vector.error and vector.incomplete == nil then
        bytes[#bytes + 1] = vector.bytes
        for _, message in ipairs(vector.messages) do table.insert(all.messages, message) end
      end
    end
    check.truthy(#all.messages > 10, "a good number of vectors")
    replay(all, { table.concat(bytes) })
    for size = 2, 97, 5 do
      local text, pieces = table.concat(bytes), {}
      for i = 1, #text, size do pieces[#pieces + 1] = text:sub(i, i + size - 1) end
      replay(all, pieces)
    end
  end)
end
