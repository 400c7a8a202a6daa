-- Authorizes clients by secret, and files by folder.
local folders = require("bridge.system.folders")
local key_file = require("bridge.clients.key_file")
local Journal = require("bridge.system.journal")
local refuse = require("bridge.wire.refusal").refuse

local NO_SECRET = "Commands with a path require a secret: "
  .. "let a bridge of the same user keep its key file, or set BRIDGE_SCRIPT_SECRET and the bridge's Secret."
local NO_FOLDER = "No folder is allowed for commands with a path: set Bridge:RomFolder or Bridge:FileFolder "
  .. "of the bridge that keeps the key file, or settings.folders or BRIDGE_SCRIPT_FOLDERS of the script."
local OUTSIDE = "path must be in an allowed folder and without \"..\"; the allowed folders are "
  .. "Bridge:RomFolder and Bridge:FileFolder of the bridge that keeps the key file, settings.folders and BRIDGE_SCRIPT_FOLDERS."

---@class bridge.Access
---@field private key bridge.Key as read at the latest hello
---@field private given bridge.Key the secret and the folders from the settings
---@field private places string[] possible paths of the key file
---@field private journal bridge.Journal
---@field private path string? the key file of the latest hello
---@field private problem string? the logged problem of the key file
local Access = {}
Access.__index = Access

---@param config bridge.Config
---@param port integer
---@param journal bridge.Journal
---@return bridge.Access
function Access.new(config, port, journal)
  local given = { secret = config.secret, folders = config.folders }
  return setmetatable({ given = given, key = given, places = config.key_places(port), journal = journal }, Access)
end

--- Reads the secret that a hello must have now.
---@return string? secret empty: none required; nil: the key file can't be used
function Access:renew()
  if self.given.secret ~= "" then return self.given.secret end
  local key, problem, path = key_file.read(self.places)
  if problem and problem ~= self.problem then self.journal:info(Journal.clean(problem, 400)) end
  self.problem, self.key, self.path = problem, key or self.given, path
  if not problem then return self.key.secret end
end

--- Returns a sentence that says where the secret is. For the console only.
---@return string
function Access:advice()
  return self.path and not self.problem and (" The secret is in the first line of %s."):format(Journal.clean(self.path, 400)) or ""
end

--- Refuses a path that the client may not use.
---@param path string
---@param request bridge.Request
function Access:check(path, request)
  local secret = request.connection.secret
  if secret == "" or secret ~= self.key.secret then refuse("unsupported", NO_SECRET, "path") end
  local own, others = self.given.folders, self.key.folders
  if #own + #others == 0 then refuse("unsupported", NO_FOLDER, "path") end
  if not folders.contain(path, own) and not folders.contain(path, others) then refuse("unsupported", OUTSIDE, "path") end
end

return Access
