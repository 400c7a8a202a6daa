-- One instance of the bridge: runs its parts in mGBA's callbacks.
local version = require("bridge.wire.version")
local Parts = require("bridge.parts")

---@class bridge.App
---@field version string
---@field parts bridge.Parts
---@field private hooks integer[] ids of callbacks
local App = {}
App.__index = App

---@param config bridge.Config
---@param listener bridge.Listener
---@return bridge.App
function App.new(config, listener)
  return setmetatable({ version = version.script, parts = Parts.new(config, listener), hooks = {} }, App)
end

---@private
--- Adds a callback that logs its errors: mGBA 0.10 shows none, and no version shows a traceback.
---@generic T
---@param name string
---@param method fun(object: T)
---@param object T
function App:hook(name, method, object)
  local journal = self.parts.journal
  local function on_error(problem) return debug.traceback(tostring(problem), 2) end
  self.hooks[#self.hooks + 1] = callbacks:add(name, function()
    local ok, problem = xpcall(method, on_error, object)
    -- Logging fails if a callback inside this one has taken mGBA's context away.
    if not ok then pcall(journal.fault, journal, problem) end
  end)
end

---@param listener bridge.Listener
function App:start(listener)
  local frame, lifecycle = self.parts.frame, self.parts.lifecycle
  self.parts.admission:begin(listener)
  self:hook("frame", frame.on_frame, frame)
  self:hook("idle", frame.on_idle, frame) -- only hosts that wait in between fire it; others accept the name
  self:hook("stopped", self.parts.stopped.keep, self.parts.stopped) -- only our own host fires it
  self:hook("start", lifecycle.on_start, lifecycle)
  self:hook("shutdown", lifecycle.on_shutdown, lifecycle)
  self:hook("crashed", lifecycle.on_crashed, lifecycle)
end

--- Closes the listener and every connection, and removes the callbacks.
function App:stop()
  for _, id in ipairs(self.hooks) do callbacks:remove(id) end -- twice with one id would crash 0.10
  self.hooks = {}
  self.parts.keys:release()
  self.parts.admission:stop()
  self.parts.connections:stop()
end

return App
