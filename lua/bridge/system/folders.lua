-- Checks whether a path is inside one of the allowed folders. Compares names only, because a script can't see links.
local folders = {}

local IS_WINDOWS = require("bridge.system.operating_system").is_windows

--- Splits a path into names; returns nil if the path is not absolute or has "..".
---@param path string
---@param is_windows boolean
---@return string[]? names
local function split(path, is_windows)
  if path:find("%z") then return nil end
  if is_windows then path = path:gsub("\\", "/"):lower() end
  local names, rest = {}, path
  if is_windows and path:find("^%a:/") then
    names[1], rest = path:sub(1, 2), path:sub(3)
  elseif is_windows and path:find("^//[^/?.]") then
    names[1] = "//"
  elseif is_windows or path:sub(1, 1) ~= "/" then
    return nil
  end
  for name in rest:gmatch("[^/]+") do
    -- Windows drops dots and spaces at the end of a name, and treats text after a colon as the name of a stream.
    if name == ".." or is_windows and name ~= "." and name:find("[:. ]$") or is_windows and name:find(":", 1, true) then return nil end
    if name ~= "." then names[#names + 1] = name end
  end
  return names
end

---@param names string[]
---@param folder string[]
local function begins_with(names, folder)
  if #names <= #folder then return false end
  for i = 1, #folder do
    if names[i] ~= folder[i] then return false end
  end
  return true
end

--- Returns whether a path is inside one of the folders.
---@param path string
---@param list string[] absolute paths of folders
---@param is_windows? boolean whether `\\` also separates names and case is ignored; default: as on this machine
---@return boolean
function folders.contain(path, list, is_windows)
  if is_windows == nil then is_windows = IS_WINDOWS end
  local names = split(path, is_windows)
  if not names then return false end
  for _, each in ipairs(list) do
    local folder = split(each, is_windows)
    if folder and begins_with(names, folder) then return true end
  end
  return false
end

--- Splits a list of folders from an environment variable.
---@param text string
---@return string[]
function folders.parse(text)
  local list = {}
  for folder in text:gmatch(IS_WINDOWS and "[^;]+" or "[^:]+") do list[#list + 1] = folder end
  return list
end

return folders
