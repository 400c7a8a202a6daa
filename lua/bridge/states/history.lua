-- The history that our own host keeps of the game: the frames that can be returned to, and their marks. Its frames are numbered from the
-- game's first one, over resets and loads; a rewind counts back.
local own_host = require("bridge.system.own_host")

---@class bridge.HistoryFacts
---@field from integer the first frame that can be returned to
---@field now integer
---@field to integer the last frame that is known; after `now` only after a rewind
---@field bytes integer
---@field hashed string the frame of the latest hash; empty: there is none
---@field hash string the hash of all writable memory after that frame; empty: there is none
---@field marks string a line for each mark: frame, space, name

---@class bridge.History
---@field private host_history? fun(): string
---@field private host_mark? fun(name: string, frame: integer): boolean
---@field private host_reaches? fun(frame: integer): boolean
---@field private host_rewind? fun(frame: integer): boolean
local History = {}
History.__index = History

--- The names of states' marks begin with this.
History.OF_STATE = "state:"

---@return bridge.History
function History.new()
  return setmetatable({
    host_history = own_host.find("history"), host_mark = own_host.find("markHistory"), host_reaches = own_host.find("reachesFrame"),
    host_rewind = own_host.find("rewind"),
  }, History)
end

---@return bridge.HistoryFacts
function History:read()
  local line, marks = self.host_history():match("^([^\n]*)\n?(.*)$")
  local from, now, to, bytes, hashed, hash = line:match("^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$")
  if hashed == "-" then hashed, hash = "", "" end
  return {
    from = math.tointeger(from) or 0, now = math.tointeger(now) or 0, to = math.tointeger(to) or 0, bytes = math.tointeger(bytes) or 0,
    hashed = hashed or "", hash = hash or "", marks = marks,
  }
end

--- Marks a frame, and takes the name from an earlier mark.
---@param name string
---@param frame integer up to the present one
---@return boolean done false if the frame is not there, or there are too many marks
function History:mark(name, frame)
  return self.host_mark(name, frame)
end

--- Finds a mark.
---@param facts bridge.HistoryFacts
---@param name string
---@return integer? frame
---@return integer others marks of clients with other names
function History.find(facts, name)
  local found, others = nil, 0
  for frame, marked in facts.marks:gmatch("(%S+) ([^\n]+)") do
    if marked == name then
      found = math.tointeger(frame)
    elseif not marked:find("^" .. History.OF_STATE) then
      others = others + 1
    end
  end
  return found, others
end

--- Returns whether the host can return to a frame.
---@param frame integer
---@return boolean
function History:reaches(frame)
  return self.host_reaches(frame)
end

--- Has the host return to a frame after this callback. The next callback is then the one of that frame.
---@param frame integer
---@return boolean accepted
function History:rewind(frame)
  return self.host_rewind(frame)
end

return History
