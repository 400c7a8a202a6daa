local check = require("spec.check")
local framing = require("bridge.wire.framing")
local limits = require("bridge.wire.limits")

local function read(bytes)
  local reader = framing.reader()
  reader:feed(bytes)
  return reader:next()
end

--- Returns a message whose header line has `length` bytes, including its LF.
local function with_header_of(length)
  local start = "1 ping 0 0 "
  return start .. ("a"):rep(length - #start - 1) .. "\n" .. framing.TERMINATOR
end

return function(it)
  it("a header line at the limit is read", function()
    check.equal(read(with_header_of(limits.header_bytes)).word, "ping")
  end)

  it("a header line one byte over the limit is a problem", function()
    local message, problem = read(with_header_of(limits.header_bytes + 1))
    check.equal(message, nil)
    check.equal(problem, "header")
  end)

  it("a line without an end is a problem at the limit, not before", function()
    local _, before = read(("1"):rep(limits.header_bytes - 1))
    check.equal(before, nil)
    local _, after = read(("1"):rep(limits.header_bytes))
    check.equal(after, "header")
  end)

  it("a payload at the limit is read", function()
    local payload = ("p"):rep(limits.payload_bytes)
    local message = read(("1 echo 0 %d\n"):format(#payload) .. payload .. framing.TERMINATOR)
    check.truthy(message.payload == payload, "the payload")
  end)

  it("a payload one byte over the limit is a problem before it arrives", function()
    local _, problem = read(("1 echo 0 %d\n"):format(limits.payload_bytes + 1))
    check.equal(problem, "length")
  end)

  it("ids, words and numbers are read at their limits", function()
    local id, word, number = ("9"):rep(16), "a" .. ("-"):rep(31), "-" .. ("8"):rep(16)
    local message = read(("%s %s %s 0\n<|END|>"):format(id, word, number))
    check.equal(message.id, id)
    check.equal(message.word, word)
    check.equal(message.number, number)
  end)

  it("a number of 17 digits is a problem", function()
    local _, problem = read("1 ping 11111111111111111 0\n<|END|>")
    check.equal(problem, "header")
  end)

  it("reading a megabyte in small pieces takes linear time", function()
    local payload = ("0123456789abcdef"):rep(65536)
    local bytes = ("1 echo 0 %d\n"):format(#payload) .. payload .. framing.TERMINATOR
    local reader, message = framing.reader(), nil
    local started = os.clock()
    for i = 1, #bytes, 100 do
      reader:feed(bytes:sub(i, i + 99))
      message = reader:next() or message
    end
    check.truthy(message.payload == payload, "the payload")
    check.truthy(os.clock() - started < 1, "less than a second") -- quadratic: more than ten
  end)

  it("reading a hostile line of digits takes linear time", function()
    local started = os.clock()
    local _, problem = read("1 echo 0 " .. ("1"):rep(2000000))
    check.equal(problem, "header")
    check.truthy(os.clock() - started < 1, "less than a second")
  end)

  it("a random stream gives the same messages at random splits", function()
    math.randomseed(20)
    for _ = 1, 50 do
      local payloads, bytes = {}, {}
      for i = 1, 20 do
        local payload = {}
        for j = 1, math.random(0, 40) do payload[j] = math.random() < 0.3 and "<|END|>" or string.char(math.random(0, 255)) end
        payloads[i] = table.concat(payload)
        bytes[i] = framing.header(tostring(i), "echo", i, nil, #payloads[i]) .. payloads[i] .. framing.TERMINATOR
      end
      local stream, position, count, reader = table.concat(bytes), 1, 0, framing.reader()
      while position <= #stream do
        local size = math.random(1, 90)
        reader:feed(stream:sub(position, position + size - 1))
        position = position + size
        for message in function() return reader:next() end do
          count = count + 1
          check.equal(message.payload, payloads[count])
        end
      end
      check.equal(count, 20)
      check.equal(reader:midway(), false)
    end
  end)

  it("arguments are separated by single spaces", function()
    local tokens = { "a", "-", "--", "%41", "%2D", "33554464", "[1]+2", "%4", "%", "", "" }
    local random = 12345
    local function one_of(list)
      random = (random * 1103515245 + 12345) & 0x7FFFFFFF
      return list[(random >> 8) % #list + 1]
    end
    local function decoded(token)
      if token == "" or token:find("%%%x?$") or token == "%4" then return nil end
      return token == "-" and "" or (token:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
    end
    local good, bad = 0, 0
    for _ = 1, 20000 do
      local tail, expected = {}, {}
      for i = 1, one_of({ 1, 1, 2, 3, 4, 5, 6, 40 }) do
        tail[i] = one_of(tokens)
        expected[i] = expected and decoded(tail[i])
        if not expected[i] then expected = nil break end
      end
      local message, problem = read("1 echo 0 0 " .. table.concat(tail, " ") .. "\n" .. framing.TERMINATOR)
      if not expected or #expected > 32 then
        check.equal(problem, "header", table.concat(tail, " "))
        bad = bad + 1
      else
        check.list(message.arguments, expected)
        good = good + 1
      end
    end
    check.truthy(good > 2000 and bad > 2000, good .. " good, " .. bad .. " bad")
  end)
end
