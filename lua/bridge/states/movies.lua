-- Movies, which our own host writes from the history and plays.
local own_host = require("bridge.system.own_host")

---@class bridge.MovieResult
---@field state "none"|"playing"|"equal"|"differs"|"interrupted"|"refused"
---@field played integer frames
---@field checked integer hashes
---@field after string the last frame with an equal hash before the first difference; `-`: there is none
---@field before string the first frame with another hash
---@field regions string of memory that differ, with commas
---@field sentence string why the movie was refused

---@class bridge.Movies
---@field frames integer of the movie that was sent last
---@field private host_write? fun(from: integer, to: integer): string
---@field private host_read? fun(id: integer, offset: integer): string
---@field private host_send? fun(offset: integer, total: integer, piece: string): string
---@field private host_play? fun(to: integer, stops: boolean): string
---@field private host_result? fun(): string
---@field private host_stop? fun()
local Movies = {}
Movies.__index = Movies

---@return bridge.Movies
function Movies.new()
  return setmetatable({
    frames = 0,
    host_write = own_host.find("writeMovie"), host_read = own_host.find("readMovie"), host_send = own_host.find("sendMovie"),
    host_play = own_host.find("playMovie"), host_result = own_host.find("movieResult"), host_stop = own_host.find("stopMovie"),
  }, Movies)
end

--- Writes frames of the history as a movie.
---@param from integer
---@param to integer
---@return string? line its id, size, first frame and clock
---@return string? sentence why that isn't possible
function Movies:write(from, to)
  local line = self.host_write(from, to)
  if line:sub(1, 1) == "!" then return nil, line:sub(2) end
  return line
end

--- Returns a piece of the movie that was written last; empty: it has another id, or ends before.
---@param id integer
---@param offset integer
---@return string
function Movies:read(id, offset)
  return self.host_read(id, offset)
end

--- Passes a piece of a movie to the host. Returns why the host can't take it; nil if it can.
---@param offset integer
---@param total integer
---@param piece string
---@return string? sentence
function Movies:send(offset, total, piece)
  local sentence = self.host_send(offset, total, piece)
  if sentence ~= "" then return sentence end
  if offset == 0 then self.frames = math.tointeger(tonumber(piece:match("^movie %d+ %u+ (%d+)\n"))) or 0 end
end

--- Has the host play the movie that was sent, after this callback. Returns why the host can't; nil if it can.
---@param to integer the last frame; 0: the movie's last one
---@param stops boolean whether the movie stops at the first difference
---@return string? sentence
function Movies:play(to, stops)
  local sentence = self.host_play(to, stops)
  if sentence ~= "" then return sentence end
end

---@return bridge.MovieResult
function Movies:result()
  local line, sentence = self.host_result():match("^([^\n]*)\n?(.*)$")
  local state, played, checked, after, before, regions = line:match("^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$")
  local differs = regions ~= "-"
  return {
    state = state, played = math.tointeger(tonumber(played)) or 0, checked = math.tointeger(tonumber(checked)) or 0,
    after = differs and after or "-", before = differs and before or "-", regions = regions, sentence = sentence,
  }
end

--- Stops the movie.
function Movies:stop()
  self.host_stop()
end

return Movies
