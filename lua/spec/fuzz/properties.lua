-- Properties that hold for any bytes on the wire. Each property takes random numbers from a seed, returns the number of its cases, and
-- raises an error if it does not hold.
local framing = require("bridge.wire.framing")
local escaping = require("bridge.wire.escaping")
local bench = require("spec.bench")
local Random = require("spec.fuzz.random")
local requests = require("spec.fuzz.requests")
local mutation = require("spec.fuzz.mutation")

local fake = bench.fake
local properties = {}

local MESSAGES_OF_A_STREAM = 4
local REQUESTS_OF_A_ROUND = 12
-- Longer than nearly all waits, presses and holds of a round. The requests that take longer are cancelled then.
local FRAMES_OF_A_ROUND = 30
local ROUNDS_OF_A_SCRIPT = 25

local function show(bytes)
  return ("%q"):format(#bytes > 600 and bytes:sub(1, 600) .. "…" or bytes)
end

local function stream(random)
  local out = {}
  for i = 1, random:between(1, MESSAGES_OF_A_STREAM) do
    out[i] = requests.message(random:between(0, 1 << 50), requests.of(random, requests.all))
  end
  return table.concat(out)
end

-- Returns a line for each message of a stream, and the problem.
local function read(feed)
  local reader, seen = framing.reader(), {}
  feed(function(piece)
    if seen.problem then return end
    reader:feed(piece)
    while true do
      local message, problem = reader:next()
      if not message then
        seen.problem = problem
        return
      end
      local arguments = table.concat(message.arguments, "\1")
      seen[#seen + 1] = ("%s %s %s %q %q"):format(message.id, message.word, message.number, arguments, message.payload)
    end
  end)
  return seen
end

--- A valid or broken stream gives the same messages in pieces as in one piece.
function properties.framing(seed)
  local random = Random.new(seed)
  local bytes = random:once_in(20) and random:bytes(200) or stream(random)
  local whole = random:once_in(3)
  if not whole then
    for _ = 1, random:between(1, 3) do bytes = mutation.once(random, bytes) end
  end
  local once = read(function(feed) feed(bytes) end)
  local parts = read(function(feed) mutation.split(random, bytes, feed) end)
  -- In one piece an invalid header is found earlier, never later, and the messages before it are the same.
  if table.concat(once, "\n") ~= table.concat(parts, "\n") or once.problem ~= parts.problem then
    error(("cut or whole makes a difference (%s, %s): %s"):format(once.problem, parts.problem, show(bytes)), 0)
  end
  return 1
end

--- Every text survives encoding and decoding as an argument, and an invalid argument is refused.
function properties.escaping(seed)
  local random = Random.new(seed)
  local text = random:bytes(60)
  local argument = escaping.encode(text)
  if argument:find("[^!-~]") or argument == "" then error("no argument: " .. show(argument), 0) end
  if escaping.decode(argument) ~= text then error("comes back as something else: " .. show(text), 0) end
  local broken = mutation.once(random, argument):gsub("[^!-~]", "")
  local decoded = broken ~= "" and escaping.decode(broken)
  if decoded and escaping.decode(escaping.encode(decoded)) ~= decoded then error("comes back as something else: " .. show(broken), 0) end
  return 1
end

local function check_console(what)
  for _, line in ipairs(fake.lines) do
    -- A peer may have logged an error itself.
    if line:find("stack traceback", 1, true) and line:find("^error bridge: ") then error(("%s: %s"):format(what, line), 0) end
  end
  fake.lines = {}
end

-- Runs frames. If the game is held in one of them, the lease expires without further requests.
local function frames(count)
  for _ = 1, count do
    fake.frames(1)
    if not fake.game then return end
  end
end

local function collect(peer, open, asked)
  for _, reply in ipairs(peer:replies()) do
    local id = tonumber(reply.id)
    if id ~= 0 then
      if not open[id] then error(("a reply too many to %s"):format(show(asked[id] or reply.id)), 0) end
      if reply.word == "internal" then error(("%s was answered with %s"):format(show(asked[id]), reply.payload), 0) end
      open[id] = nil
    end
  end
end

local function round(random, peer)
  local open, asked, bytes, count = {}, {}, {}, random:between(1, REQUESTS_OF_A_ROUND)
  for i = 1, count do
    local request = requests.of(random, requests.all)
    peer.id = peer.id + 1
    bytes[i] = requests.message(peer.id, request)
    -- A cancel and a tick are never answered, unless they come with an id.
    open[peer.id], asked[peer.id] = true, bytes[i]
  end
  mutation.split(random, table.concat(bytes), function(piece)
    peer.client:send(piece)
    if random:once_in(4) then frames(1) end
    if random:once_in(10) then fake.fire("idle") end
  end)
  frames(FRAMES_OF_A_ROUND)
  collect(peer, open, asked)
  for id in pairs(open) do peer.client:send(bench.message(0, "cancel", { id })) end
  frames(4)
  collect(peer, open, asked)
  local id = next(open)
  if id then error("no reply to " .. show(asked[id]), 0) end
  check_console(show(table.concat(bytes)))
  return count
end

--- Each request with an id gets exactly one reply, none of them is a script error, and all that the script sends is framed.
function properties.script(seed)
  local random = Random.new(seed)
  bench.start(nil, { gb = random:once_in(4), sram = random:once_in(2) and 0x8000 or nil })
  fake.open_bus = 0
  local peer, count = bench.peer(), 0
  for _ = 1, ROUNDS_OF_A_SCRIPT do
    count = count + round(random, peer)
    fake.seen, fake.accesses = {}, {}
  end
  bench.clean()
  return count
end

local FRAMES_OF_CHANGES = 60
local HELD = 0x1F

--- Sends one request for held buttons, and returns the mask that it accepts after `last`.
local function change(random, peer, last)
  local what, mask = random:between(1, 5), random:between(0, HELD)
  if what == 1 then
    peer:send("buttons.set", { mask })
  elseif what == 2 then
    peer:send("buttons.lease", { mask, 600000 })
  elseif what == 3 then
    peer:send("buttons.add", { mask })
    mask = mask | last
  elseif what == 4 then
    peer:send("buttons.remove", { mask })
    mask = last & ~mask
  else
    peer:send("buttons.clear")
    mask = 0
  end
  return mask
end

--- Two connections hold, add, remove and release buttons, with presses in between: the game sees each accepted change from the frame
--- in its reply on, until the frame of the next change.
function properties.changes(seed)
  local random, last, accepted, count = Random.new(seed), 0, {}, 0
  bench.start(nil, { sram = 0x8000 })
  local peers = { bench.peer(), bench.peer() }
  fake.seen = {}
  local first = fake.game.number
  -- Runs until all requests have replies, so that those of the two connections are accepted in the order in which they were sent.
  local function serve(peer, asked)
    local all = {}
    while #all < asked do
      if random:once_in(3) then fake.frames(1) else fake.fire("idle") end
      for _, reply in ipairs(peer:replies()) do all[#all + 1] = reply end
    end
    return all
  end
  for _ = 1, FRAMES_OF_CHANGES do
    local peer, masks = peers[random:between(1, 2)], {}
    for i = 1, random:between(1, 4) do
      last = change(random, peer, last)
      masks[i] = last
    end
    for i, reply in ipairs(serve(peer, #masks)) do
      if reply.word ~= "ok" then error("refused: " .. reply.payload, 0) end
      accepted[#accepted + 1] = { frame = tonumber(reply.arguments[#reply.arguments]), mask = masks[i] }
    end
    if random:once_in(4) then
      peer:send("buttons.press", { random:between(1, 0x1F) << 5, 1, 1, 0 })
      serve(peer, 1)
    end
  end
  frames(#accepted + 2)
  local at, mask = 1, 0
  for i, seen in ipairs(fake.seen) do
    local number = first + i - 1
    local before = mask
    while accepted[at] and accepted[at].frame < number do
      -- Two changes in the same frame have the same mask.
      if accepted[at].mask ~= mask and mask ~= before then error(("two changes in frame %d"):format(number), 0) end
      mask, at, count = accepted[at].mask, at + 1, count + 1
    end
    if seen & HELD ~= mask then error(("the game saw %d in frame %d, not %d"):format(seen & HELD, number, mask), 0) end
  end
  if accepted[at] then error("a change was never seen", 0) end
  bench.clean()
  return count
end

--- A client that breaks the protocol is disconnected without an effect on the others, and the script has no error.
function properties.strangers(seed)
  local random = Random.new(seed)
  bench.start()
  local good, count = bench.peer(), 0
  for _ = 1, ROUNDS_OF_A_SCRIPT do
    local stranger = random:once_in(2) and bench.stranger() or bench.peer()
    local bytes = random:once_in(5) and random:bytes(300) or stream(random)
    for _ = 1, random:between(1, 4) do bytes = mutation.once(random, bytes) end
    mutation.split(random, bytes, function(piece)
      stranger.client:send(piece)
      if random:once_in(3) then frames(1) end
    end)
    frames(3)
    stranger:replies() -- raises an error if the bytes aren't framed
    stranger.client:leave()
    frames(3)
    -- Its requests may hold the game for a moment, or may have closed it.
    good:send("frames.release", { "" })
    local id = good:send("echo", {}, "still here")
    frames(FRAMES_OF_A_ROUND)
    local answered = 0
    for _, reply in ipairs(good:replies()) do
      if reply.id == tostring(id) and reply.payload == "still here" then answered = answered + 1 end
    end
    if answered ~= 1 then error(("%d replies to another client after %s"):format(answered, show(bytes)), 0) end
    check_console(show(bytes))
    count = count + 1
    fake.seen, fake.accesses = {}, {}
  end
  bench.clean()
  return count
end

return properties
