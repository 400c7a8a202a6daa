-- Opens files whose path comes from a client. Opening a FIFO for reading would block the emulator, and a device may have no end. Our own
-- host can check the type first. Elsewhere the file is opened read-write, which doesn't block on a FIFO, and must be seekable.
local own_host = require("bridge.system.own_host")

local regular_file = {}

-- EPERM, EACCES, EROFS: the file is read-only. Any other error means no file, or a folder.
local MAY_ONLY_BE_READ = { [1] = true, [13] = true, [30] = true }

--- Returns whether our own host finds a regular file; nil in any other mGBA.
local function ask_host(path)
  local is_file = own_host.find("isFile")
  if is_file then return is_file(path) end
end

--- Opens a regular file for reading.
---@param path string
---@return file*? file nil: there is none, or it can't be read
---@return integer? size bytes
function regular_file.open(path)
  if path:find("%z") or ask_host(path) == false then return nil end
  local file, _, number = io.open(path, "r+b")
  if not file and MAY_ONLY_BE_READ[number] then file = io.open(path, "rb") end
  if not file then return nil end
  local size = file:seek("end")
  -- A folder can be opened, but not read.
  local is_readable = size and file:seek("set", 0) and (size == 0 or file:read(1))
  if not is_readable then
    file:close()
    return nil
  end
  file:seek("set", 0)
  return file, size
end

--- Returns whether there is a regular file that can be read.
---@param path string
---@return boolean
function regular_file.exists(path)
  local file = regular_file.open(path)
  if file then file:close() end
  return file ~= nil
end

return regular_file
