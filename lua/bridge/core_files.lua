-- What is loaded into the core that runs. Our own host reads the files itself: mGBA maps them, and ends once somebody cuts one short.
local own_host = require("bridge.own_host")
local regular_file = require("bridge.regular_file")

local core_files = {}

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

--- mGBA makes the file of a temporary save as long as it expects one to be, and appends the clock, so it gets a copy.
local function load_copy(path)
  local file = regular_file.open(path)
  if not file then return false end
  local bytes = file:read("a")
  file:close()
  local copy = bytes and write_copy(bytes)
  if not copy then return false end
  local is_loaded = emu:loadSaveFile(copy, true)
  -- Windows keeps it, in the folder for temporary files, as long as mGBA has it open.
  os.remove(copy)
  return is_loaded
end

---@param path string
---@param temporary boolean whether the file stays as it is
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
