-- The one way in which a file is opened whose path comes from outside: a FIFO would hold up the emulator until its other end is opened,
-- and a device may have no end. Our own host looks at the file first. Lua itself can't, but for a file opened to be written, too, a FIFO
-- is no reason to wait, and what can't seek is no regular file. docs/protocol/commands.md says what is left.
local own_host = require("bridge.own_host")

local regular_file = {}

-- EPERM, EACCES, EROFS: the file may only be read. Any other error says that there is no file, or a folder.
local MAY_ONLY_BE_READ = { [1] = true, [13] = true, [30] = true }

--- Whether our own host finds a regular file there; nil in any other mGBA.
local function ask_host(path)
  local is_file = own_host.find("isFile")
  if is_file then return is_file(path) end
end

--- Opens a regular file to read it.
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

--- Whether there is a regular file that can be read.
---@param path string
---@return boolean
function regular_file.exists(path)
  local file = regular_file.open(path)
  if file then file:close() end
  return file ~= nil
end

return regular_file
