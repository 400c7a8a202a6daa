-- movie.write, movie.read, movie.send, movie.play.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")
local control = require("bridge.frames.control")
local drawing = require("bridge.picture.drawing")
local wait_reply = require("bridge.frames.wait_reply")
local refusal = require("bridge.wire.refusal")

local refuse, refuse_argument = refusal.refuse, refusal.refuse_argument

-- Microseconds: packed snapshots are unpacked again; a movie is parsed, and mGBA loads its states.
local WRITING, PLAYING = 8000, 8000
local MAX_FRAME = 0x7FFFFFFF

local function always() return true end

---@class bridge.MovieParts: bridge.WaitReplyParts
---@field movies bridge.Movies
---@field game bridge.Game
---@field hold bridge.Hold
---@field acts bridge.Acts
---@field keys bridge.Keys
---@field finish_with fun(run: fun()) see Server:finish_with

---@param parts bridge.MovieParts
return function(parts)
  local movies, game, hold, acts, keys = parts.movies, parts.game, parts.hold, parts.acts, parts.keys
  local commands = {}

  commands["movie.write"] = { arguments = 2, game = true, needs = "movies", cost = WRITING, is_long = always, run = function(request)
    local from = arguments.integer(request.arguments[1], "from", 0, MAX_FRAME)
    local to = arguments.integer(request.arguments[2], "to", 0, MAX_FRAME)
    local line, sentence = movies:write(from, to)
    if not line then refuse("conflict", sentence, "from") end
    local id, size, begin, clock = line:match("^(%S+) (%S+) (%S+) (%S+)$")
    return ("%s %s %s %d %s"):format(id, size, begin, to, clock)
  end }

  commands["movie.read"] = { arguments = 2, game = true, needs = "movies", run = function(request)
    local id = arguments.integer(request.arguments[1], "id", 0, MAX_FRAME)
    local offset = arguments.integer(request.arguments[2], "offset", 0, limits.movie_bytes)
    local piece = movies:read(id, offset)
    if piece == "" then refuse("conflict", "Another movie was written since, or this one ends before the offset.", "id") end
    return nil, piece
  end }

  local sender -- the client whose movie the host has

  commands["movie.send"] = { arguments = 2, payload = true, game = true, needs = "movies", run = function(request)
    local offset = arguments.integer(request.arguments[1], "offset", 0, limits.movie_bytes)
    local total = arguments.integer(request.arguments[2], "total", 1, limits.movie_bytes)
    if request.payload == "" or #request.payload > limits.movie_piece_bytes then
      refuse_argument("payload", ("%d bytes"):format(#request.payload), ("1 to %d bytes"):format(limits.movie_piece_bytes))
    end
    local client = request.connection.client
    if offset == 0 then sender = client end
    local sentence = sender ~= client and "Another client sends a movie." or movies:send(offset, total, request.payload)
    if sentence then refuse("conflict", sentence, "offset") end
  end }

  local function tell(wait)
    local result = wait.result
    return ("%d %d %s %s %s %s"):format(result.played, result.checked, result.state, result.after, result.before, result.regions)
  end

  --- Begins the movie after this callback. A game that stands still runs its frames as a step.
  local function begin(to, wait)
    keys:stay()
    drawing.prepare(0)
    game.jumped = true
    -- The movie's first frame runs without a step, because its keys count as set.
    if hold.lease and to > 1 then wait.step = hold.steps:add(to - 1, 0) end
  end

  --- Ends the movie, and takes its buttons back.
  local function finish(wait)
    if wait.step then hold.steps:complete(wait.step) end
    movies:stop()
    keys:lose()
  end

  -- Replies when the movie has ended.
  commands["movie.play"] = { arguments = 2, optional = 1, game = true, needs = "movies", cost = PLAYING, run = function(request)
    local to_text, lease, any = table.unpack(request.arguments)
    local to = arguments.integer(to_text, "to", 0, limits.movie_frames)
    if any and any ~= "any" then refuse_argument("any", any, "any, or missing") end
    control.check(hold, acts, lease, "A movie can't be played")
    local lack = parts.waits:lack_of_room()
    if lack then refuse("busy", lack) end
    if movies:result().state == "playing" then refuse("busy", "Another movie plays.") end
    if sender ~= request.connection.client then
      refuse("conflict", "Another client has sent a movie since. Send this one again.", "movie")
    end
    local sentence = movies:play(to, not any)
    if sentence then refuse("bad-request", sentence, "movie") end
    local wait = { frames = math.huge }
    function wait.check(this)
      this.result = movies:result()
      return this.result.state ~= "playing"
    end
    local later = wait_reply.send_later(parts, request, wait, tell)
    local reply = wait.on_end
    function wait.on_end(this, problem)
      finish(this)
      if not problem and this.result.state == "refused" then problem = { status = "failed", sentence = this.result.sentence } end
      reply(this, problem)
    end
    keys:leave()
    parts.finish_with(function() begin(to == 0 and movies.frames or to, wait) end)
    return later
  end }

  return commands
end
