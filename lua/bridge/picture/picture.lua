-- The screen. mGBA gives pictures only as PNGs: in files, or as a save state that is a PNG. Our own host gives the pixels.
local refuse = require("bridge.wire.refusal").refuse
local drawing = require("bridge.picture.drawing")
local own_host = require("bridge.system.own_host")
local windows_paths = require("bridge.system.windows_paths")

local SIGNATURE = "\137PNG\r\n\26\n"
local SCREENSHOT = 1 -- C.SAVESTATE.SCREENSHOT

---@class bridge.Picture
---@field private instance string
---@field private path string|false|nil a file that can be written; false if none was found
local Picture = {}
Picture.__index = Picture

---@param instance string
---@return bridge.Picture
function Picture.new(instance)
  return setmetatable({ instance = instance }, Picture)
end

local function can_write(path)
  local file = io.open(path, "wb")
  if not file then return false end
  file:close()
  os.remove(path)
  return true
end

--- Returns the path of a file in a folder that is kept in memory, if there is one, else in the folder for temporary files.
---@private
---@return string|false
function Picture:find_path()
  local variables = { "XDG_RUNTIME_DIR", "TMPDIR", "TEMP", "TMP", "PUBLIC" }
  local folders = { "/dev/shm" }
  for _, variable in ipairs(variables) do folders[#folders + 1] = os.getenv(variable) end
  folders[#folders + 1] = "/tmp"
  for _, folder in ipairs(folders) do
    local path = ("%s/bridge-%s.png"):format(folder, self.instance)
    if folder ~= "" and not windows_paths.is_foreign(path) and can_write(path) then return path end
  end
  local ok, path = pcall(os.tmpname)
  return ok and can_write(path) and path or false
end

local function read_file(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local bytes = file:read("a")
  file:close()
  return bytes
end

--- Draws into the file. Where images exist (0.11), `screenshot` may crash a host without a screen.
local function draw(path)
  if not emu.screenshotToImage then return emu:screenshot(path) end
  local image = emu:screenshotToImage()
  if not image then refuse("unsupported", "This build of mGBA draws no picture.") end
  image:save(path)
end

---@private
function Picture:from_file()
  if self.path == nil then self.path = self:find_path() end
  if not self.path then return nil end
  local ok, problem = pcall(draw, self.path)
  local bytes = read_file(self.path)
  os.remove(self.path)
  if not ok then error(problem, 0) end
  return bytes
end

--- Returns the screen as a PNG.
---@return string png
---@return integer width
---@return integer height
function Picture:take()
  drawing.look()
  local png = self:from_file() or emu:saveStateBuffer(SCREENSHOT)
  if not png or png:sub(1, 8) ~= SIGNATURE or png:sub(13, 16) ~= "IHDR" then
    refuse("failed", "mGBA returned no picture.")
  end
  local width, height = string.unpack(">I4I4", png, 17)
  return png, width, height
end

---@return boolean can_resize whether `take_resized` works
function Picture.can_resize()
  return own_host.find("resizedPicture") ~= nil
end

--- Returns the screen at another size: red, green and blue of each pixel from the top left, or its gray.
---@param width integer
---@param height integer
---@param gray boolean
---@return string pixels
---@return integer width of the game's picture
---@return integer height of the game's picture
function Picture.take_resized(width, height, gray)
  local take, width_of, height_of = own_host.find("resizedPicture"), own_host.find("pictureWidth"), own_host.find("pictureHeight")
  if not take then refuse("unsupported", "Only the emulator that comes with the bridge resizes pictures.") end
  drawing.look()
  return take(width, height, gray), width_of(), height_of()
end

---@return boolean has_pixels whether `take_pixels` works
function Picture.has_pixels()
  return own_host.find("picture") ~= nil
end

local function take_with(take)
  drawing.look()
  local pixels, width = take(), _host.pictureWidth()
  return pixels, width, #pixels // (4 * width)
end

--- Returns the screen as red, green, blue and an unused byte for each pixel, from the top left.
---@return string pixels
---@return integer width
---@return integer height
function Picture.take_pixels()
  local take = own_host.find("picture")
  if not take then refuse("unsupported", "Only the emulator that comes with the bridge returns pixels; screen.png works everywhere.") end
  return take_with(take)
end

--- Returns what `take_pixels` does, with the messages to the player drawn over it. Works only in our own host.
---@return string pixels
---@return integer width
---@return integer height
function Picture.take_shown()
  return take_with(_host.shownPicture)
end

return Picture
