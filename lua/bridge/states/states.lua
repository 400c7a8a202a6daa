-- Saves and loads states. A refused state changes nothing.
local save_state = require("bridge.states.save_state")
local own_host = require("bridge.system.own_host")
local png = require("bridge.picture.png")
local drawing = require("bridge.picture.drawing")
local Picture = require("bridge.picture.picture")
local slot_files = require("bridge.states.slot_files")
local refusal = require("bridge.wire.refusal")

local refuse, is_refusal = refusal.refuse, refusal.is_refusal

-- PICTURE and SAVE_DATA are flags of C.SAVESTATE. PIXELS is our own: the picture as the host's pixels, which are fast to read. With
-- PICTURE and PIXELS, the state is a PNG only if the host has no pixels.
local PICTURE, SAVE_DATA, PIXELS = 1, 2, 32
local COUNTER = "Frame counter" -- a PNG's text

---@class bridge.States
---@field private game bridge.Game
---@field private own string? a state of the running game, the machine alone
---@field private own_of integer? generation of its game
local States = {}
States.__index = States

---@param game bridge.Game
---@return bridge.States
function States.new(game)
  return setmetatable({ game = game }, States)
end

local function take(flags)
  local bytes = emu:saveStateBuffer(flags)
  if not bytes then refuse("failed", "mGBA returned no state.") end
  return bytes
end

--- Corrects a state as if it was saved between two frames. mGBA counts a frame after its callback, so a state saved in a callback and
--- loaded outside of one would have another frame number.
---@private
function States:between_frames(bytes)
  if png.is_png(bytes) then
    -- The machine with the number is compressed, so a text tells the right one.
    return png.with_text(bytes, COUNTER, tostring(emu:currentFrame() + (self.game.counted and 0 or 1)))
  end
  if self.game.counted then return bytes end
  return save_state.count(bytes, self.game.platform, 1, emu:currentFrame())
end

---@private
--- Attaches erased save memory if the state should have the save memory, but lacks it.
function States:with_save_memory(bytes, flags)
  if flags & SAVE_DATA == 0 then return bytes end
  local platform = self.game.platform
  local lacks = save_state.lacks_erased_save(png.is_png(bytes) and take(SAVE_DATA) or bytes, platform)
  return lacks and save_state.with_erased_save(bytes, platform) or bytes
end

--- Saves a state.
---@param flags integer
---@return string
function States:save(flags)
  if flags & PICTURE ~= 0 then drawing.check() end
  local is_png = flags & PICTURE ~= 0 and not (flags & PIXELS ~= 0 and Picture.has_pixels())
  local left_out = is_png and PIXELS or PIXELS | PICTURE
  local bytes = self:between_frames(take(flags & ~left_out))
  bytes = self:with_save_memory(bytes, flags)
  if is_png or flags & PIXELS == 0 or drawing.is_missing() or not Picture.has_pixels() then return bytes end
  return save_state.with_picture(bytes, self.game.platform, (Picture.take_pixels()))
end

---@private
function States:own_state()
  local game = self.game
  if self.own_of ~= game.generation then self.own, self.own_of = take(0), game.generation end
  return self.own
end

--- Checks the machine after loading a state that could not be checked before, and restores the previous state if it is bad.
---@private
---@param before string of the running game, with its save memory
---@param argument string
function States:check_loaded(before, argument)
  local is_good, problem = pcall(save_state.check, take(0), before, self.game.platform)
  if is_good then return end
  emu:loadStateBuffer(before, SAVE_DATA)
  if is_refusal(problem) then problem.argument = argument end
  error(problem, 0)
end

--- Refuses a state with more save memory than the game has: mGBA would move it and keep using the old address.
local function check_save_memory(bytes)
  local size, own = save_state.save_memory(bytes, "GB"), save_state.save_memory(take(SAVE_DATA), "GB")
  if size > own then
    refuse("bad-state", ("The state has %d bytes of save memory; this game has %d."):format(size, own), "payload")
  end
end

---@private
--- Loads a machine. If mGBA refuses it, nothing has changed.
---@return boolean is_loaded
function States:load_machine(machine, flags)
  -- If the kind changed while mGBA loads the machine, it might close the save file.
  local set_kind = self.game.platform == "GBA" and not png.is_png(machine) and own_host.find("setSaveKind")
  local before = set_kind and set_kind(save_state.save_kind(machine))
  if emu:loadStateBuffer(machine, flags) then return true end
  if set_kind then set_kind(before) end
  return false
end

--- Loads a state, or refuses it.
---@param bytes string
---@param flags integer
function States:load(bytes, flags)
  local game = self.game
  local machine, is_all, has_picture = save_state.check(bytes, self:own_state(), game.platform)
  if flags & SAVE_DATA ~= 0 and not is_all and game.platform == "GB" then check_save_memory(bytes) end
  -- With this flag mGBA would log an error about the missing picture.
  if not has_picture then flags = flags & ~PICTURE end
  if not game.counted then
    machine = save_state.count(machine, game.platform, -1)
    bytes = is_all and machine or save_state.count(bytes, game.platform, -1)
  end
  -- The machine in a PNG is compressed, so it can be checked only after loading.
  local before = png.is_png(bytes) and take(SAVE_DATA)
  if not self:load_machine(machine, is_all and flags or 0) then
    refuse("bad-state", "mGBA refused the state: it is damaged or of another game.", "payload")
  end
  if before then self:check_loaded(before, "payload") end
  if not is_all and not emu:loadStateBuffer(bytes, flags) then
    refuse("failed", "mGBA loaded the state of the machine, but not what is attached to it.")
  end
  game:jump()
end

---@param slot integer
---@param flags integer
function States:save_slot(slot, flags)
  local is_written
  if slot_files.are_ours() then
    -- A PNG could not be checked before it is loaded again.
    if flags & PICTURE ~= 0 then flags = flags & ~PICTURE | PIXELS end
    is_written = slot_files.write(slot, self:save(flags))
  else
    is_written = emu:saveStateSlot(slot, flags)
  end
  if not is_written then refuse("failed", ("Slot %d could not be written."):format(slot)) end
end

---@private
function States:load_own_slot(slot, flags)
  local bytes = slot_files.read(slot) or refuse("bad-state", ("Slot %d is empty."):format(slot), "slot")
  local ok, problem = pcall(self.load, self, bytes, flags)
  if ok then return end
  if is_refusal(problem) and problem.argument then problem.argument = "slot" end
  error(problem, 0)
end

---@param slot integer
---@param flags integer
function States:load_slot(slot, flags)
  if slot_files.are_ours() then return self:load_own_slot(slot, flags) end
  -- The script can't read the file, and mGBA loads the attachments even of a state that it refuses. In that case the save memory is
  -- restored.
  local before = take(SAVE_DATA)
  if not emu:loadStateSlot(slot, flags) then
    if take(SAVE_DATA) ~= before then emu:loadStateBuffer(before, SAVE_DATA) end
    refuse("bad-state", ("Slot %d is empty, damaged or of another game."):format(slot), "slot")
  end
  self:check_loaded(before, "slot")
  self.game:jump()
end

return States
