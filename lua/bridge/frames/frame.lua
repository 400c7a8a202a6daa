-- Does the work of a frame: counts it, serves requests in one pass, sets the next frame's keys, and serves again in the time left.
local limits = require("bridge.wire.limits")
local drawing = require("bridge.picture.drawing")

---@class bridge.FrameParts
---@field game bridge.Game
---@field input bridge.Input
---@field waits bridge.Waits
---@field acts bridge.Acts
---@field events bridge.Events
---@field watches bridge.Watches
---@field breakpoints bridge.Breakpoints
---@field hold bridge.Hold
---@field clock bridge.Clock
---@field window bridge.Window
---@field pace bridge.Pace
---@field usage bridge.Usage
---@field host bridge.Host
---@field server bridge.Server
---@field connections bridge.Connections
---@field keys bridge.Keys
---@field frame_skip bridge.FrameSkip
---@field lifecycle bridge.Lifecycle
---@field standstill bridge.Standstill
---@field serving bridge.Serving

---@class bridge.Frame: bridge.FrameParts
local Frame = {}
Frame.__index = Frame

---@param parts bridge.FrameParts becomes the object
---@return bridge.Frame
function Frame.new(parts)
  return setmetatable(parts, Frame) --[[@as bridge.Frame]]
end

---@private
--- Advances everything that counts frames.
function Frame:count()
  local game = self.game
  if not game.loaded then return end
  self.input:advance(game.frame)
  self.waits:frame()
  self.acts:frame()
  self.events:frame()
  self.watches:frame()
  self.breakpoints:frame()
end

---@private
--- Handles a frame of a step without serving requests. Its replies are sent in the next frame that serves requests.
function Frame:skip()
  self.game:count_frame()
  drawing.begin_frame()
  self.hold:frame()
  self:count()
  self.keys:set()
  self.keys.was_skipped = true
end

---@private
--- Whether the game stands still now, and a pass would only look for new requests, for which the standstill waits anyway.
---@return boolean
function Frame:stands()
  local hold = self.hold
  return hold.lease ~= nil and not hold.steps:any() and self.connections:are_quiet()
end

---@private
--- Runs one pass. Then a held game stands still; otherwise requests may use the rest of the frame, unless the host calls `idle`.
function Frame:serve()
  local server, hold, keys, serving, clock = self.server, self.hold, self.keys, self.serving, self.clock
  local more, over = false, false
  if not self:stands() then more, over = server:pass(limits.pass_cost, nil, true, nil, keys.before_sending) end
  local stood = not keys.are_set
  if stood then more = self.standstill:keep(more) end
  serving.work_left, hold.in_frame = more, false
  if stood or hold.lease then
    self.pace:forget(clock)
    self.window:forget(clock)
  elseif not self.host.calls_idle then
    serving:use_frame(more, over)
  end
end

--- mGBA calls this once for each emulated frame.
function Frame:on_frame()
  local frame_skip, game, keys = self.frame_skip, self.game, self.keys
  frame_skip:count_skipped()
  if frame_skip:is_skipped() then return self:skip() end
  if game:is_repeated() then return end
  self.usage:frame()
  game:begin_frame()
  self.lifecycle:look()
  drawing.begin_frame()
  keys.are_set, self.hold.in_frame = false, true
  keys.was_skipped, frame_skip.must_check = false, false
  self.hold:frame()
  self.server:frame()
  self:count()
  self:serve()
end

--- Hosts that wait for the next frame call this repeatedly until it is due; mGBA's window never does.
function Frame:on_idle()
  self.frame_skip.must_check = true
  self.game.counted = true
  self.lifecycle:look()
  self.serving:idle()
end

return Frame
