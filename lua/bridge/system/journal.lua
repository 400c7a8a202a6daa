-- Logs to mGBA's scripting console. Limits how many lines a client can cause, and removes control characters.
local WINDOW_FRAMES = 600
local LINES_IN_WINDOW = 3

---@class bridge.Journal
---@field private logged table<string, boolean> first lines of errors that were logged
---@field private counts table<string, integer>
---@field private frames integer
local Journal = {}
Journal.__index = Journal

---@return bridge.Journal
function Journal.new()
  return setmetatable({ logged = {}, counts = {}, frames = 0 }, Journal)
end

--- Replaces control characters, which could cut a line or fake another one, and shortens the text.
---@param text string
---@param max_length? integer
---@return string
function Journal.clean(text, max_length)
  return (text:sub(1, max_length or 200):gsub("[%c\x7f]", "?"))
end

---@param level "info"|"warn"|"error"
---@param text string
local function write(level, text)
  local line = "bridge: " .. text
  if not console then
    print(line)
  elseif level == "error" then
    console:error(line)
  elseif level == "warn" then
    console:warn(line)
  else
    console:log(line)
  end
end

---@param text string
function Journal:info(text) -- luacheck: no self
  write("info", text)
end

--- Logs a line of a kind that any client can cause: at most three in ten seconds.
---@param kind string
---@param text string
function Journal:refused(kind, text)
  local count = (self.counts[kind] or 0) + 1
  self.counts[kind] = count
  if count <= LINES_IN_WINDOW then write("warn", text) end
end

--- Logs an error of the script, once.
---@param traceback string
function Journal:fault(traceback)
  local first_line = traceback:match("^[^\n]*")
  if self.logged[first_line] then return end
  self.logged[first_line] = true
  write("error", traceback)
end

--- Called once in each emulated frame. Every ten seconds it logs how many lines were left out.
function Journal:frame()
  self.frames = self.frames + 1
  if self.frames < WINDOW_FRAMES then return end
  self.frames = 0
  for kind, count in pairs(self.counts) do
    if count > LINES_IN_WINDOW then write("warn", ("%d more: %s"):format(count - LINES_IN_WINDOW, kind)) end
  end
  self.counts = {}
end

return Journal
