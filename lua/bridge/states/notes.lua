-- Lines of text at frames, which clients write. Our own host keeps them with its history. Elsewhere they are kept here, by the frame
-- numbers of the game, and a jump back forgets those of the frames after it. The oldest of too many is forgotten.
local limits = require("bridge.wire.limits")
local own_host = require("bridge.system.own_host")

---@class bridge.Notes
---@field private game bridge.Game
---@field private host_add? fun(text: string): integer
---@field private host_list? fun(): string
---@field private list { frame: integer, text: string }[]
local Notes = {}
Notes.__index = Notes

---@param game bridge.Game
---@return bridge.Notes
function Notes.new(game)
  return setmetatable({ game = game, host_add = own_host.find("addNote"), host_list = own_host.find("notes"), list = {} }, Notes)
end

--- Puts a text at the present frame.
---@param text string
---@return integer frame its number in the history; without one, that of the game
function Notes:add(text)
  if self.host_add then return self.host_add(text) end
  local list, frame = self.list, self.game.frame
  if #list == limits.notes then table.remove(list, 1) end
  list[#list + 1] = { frame = frame, text = text }
  return frame
end

--- Returns a line for each note, ordered by frame: frame, space, text.
---@return string lines
function Notes:lines()
  if self.host_list then return self.host_list() end
  local lines = {}
  for i, note in ipairs(self.list) do lines[i] = ("%d %s\n"):format(note.frame, note.text) end
  return table.concat(lines)
end

--- Called when the frame number has jumped: a reset, a loaded state, another game.
---@param frame integer the present one; -1: there is none
function Notes:jump(frame)
  local list = self.list
  while #list > 0 and list[#list].frame > frame do list[#list] = nil end
end

return Notes
