-- Plays the system that mGBA runs on: Linux, Windows or macOS. `play` is called once, before any module of the script is loaded,
-- because modules look at the system when they are loaded. On a real Windows the system plays itself.
local fake_system = { name = "linux", open = io.open }

-- The path of the folder for temporary files on Windows. Its files are in /tmp.
local TEMP = "C:\\Temp\\"
local MILLISECONDS_OF_CLOCK = 1 << 31

local IS_REAL_WINDOWS = package.config:sub(1, 1) == "\\"

--- Returns what `clock()` of msvcrt returns: wall time in whole milliseconds, and -1 once a signed 32-bit count overflows after 24.8 days.
local function wall_clock()
  local milliseconds = math.floor(fake_system.now() * 1000 + 0.5)
  return (milliseconds < MILLISECONDS_OF_CLOCK and milliseconds or -1) / 1000
end

local function real_path(path)
  local name = path:match("^" .. TEMP .. "(.*)") or path:match("^C:/Temp/(.*)")
  return name and "/tmp/" .. name:gsub("\\", "/") or path
end

--- msvcrt returns names in the root of the drive, which may be read-only.
local function use_temp()
  local tmpname = os.tmpname
  os.tmpname = function() return (tmpname():gsub("^\\", os.getenv("TEMP") .. "\\")) end -- luacheck: ignore 122
end

local function play_files()
  local open, remove, tmpname = io.open, os.remove, os.tmpname
  -- luacheck: push ignore 122
  io.open = function(path, mode)
    -- fopen wants the ANSI code page, and mGBA's paths are UTF-8.
    if path:find("[\x80-\xFF]") then return nil, path .. ": No such file or directory", 2 end
    return open(real_path(path), mode)
  end
  os.remove = function(path) return remove(real_path(path)) end
  os.tmpname = function() return (tmpname():gsub("^/tmp/", TEMP)) end
  -- luacheck: pop
end

--- Converts an absolute path to the form of this system.
---@param path string in the form of Linux
---@return string
function fake_system.path(path)
  return fake_system.is_windows() and "C:" .. path:gsub("/", "\\") or path
end

--- Plays a system from now on.
---@param name "linux"|"windows"|"macos"
function fake_system.play(name)
  if IS_REAL_WINDOWS then name = "windows" end
  fake_system.name = name
  if name ~= "windows" then return end
  os.clock = wall_clock -- luacheck: ignore 122
  if IS_REAL_WINDOWS then return use_temp() end
  package.config = "\\\n;\n?\n!\n-\n" -- luacheck: ignore 122
  play_files()
end

---@return boolean
function fake_system.is_windows()
  return fake_system.name == "windows"
end

return fake_system
