-- Loads files into the running core. Our own host reads them into memory: mGBA maps them, and dies when a mapped file is truncated.
local own_host = require("bridge.system.own_host")
local regular_file = require("bridge.system.regular_file")

local core_files = {}

--- Loads a ROM.
---@param path string
---@return boolean is_loaded
function core_files.load_rom(path)
  local load_file = own_host.find("loadFile")
  if load_file then return load_file(path) end
  return emu:loadFile(path)
end

local function write_copy(bytes)
  local ok, path = pcall(os.tmpname)
  local file = ok and io.open(path, "wb")
  if not file then return nil end
  local is_written = file:write(bytes)
  if file:close() and is_written then return path end
  os.remove(path)
end

--- Loads a copy of a save file. mGBA would resize the file of a temporary save and append the clock.
local function load_copy(path)
  local file = regular_file.open(path)
  if not file then return false end
  local bytes = file:read("a")
  file:close()
  local copy = bytes and write_copy(bytes)
  if not copy then return false end
  local is_loaded = emu:loadSaveFile(copy, true)
  -- Windows can't delete it while mGBA has it open.
  os.remove(copy)
  return is_loaded
end

--- Loads a save file.
---@param path string
---@param temporary boolean whether the file must not change
---@return boolean is_loaded
function core_files.load_save(path, temporary)
  local load_save = own_host.find("loadSave")
  if load_save then return load_save(path, temporary) end
  if temporary then return load_copy(path) end
  return emu:loadSaveFile(path, false)
end

---@return boolean is_loaded
function core_files.autoload_save()
  local autoload_save = own_host.find("autoloadSave")
  if autoload_save then return autoload_save() end
  return emu:autoloadSave()
end

return core_files
