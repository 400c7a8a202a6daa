-- An expected failure of a command, with a status of docs/protocol/wire.md. Raised with `error`.
local MAX_QUOTED = 64 -- bytes

local Refusal = {}
Refusal.__index = Refusal

--- Ends the command with an error reply.
---@param status string
---@param sentence string for people
---@param argument? string name of the invalid one
---@param ran? integer how many operations of a batch had run
local function refuse(status, sentence, argument, ran)
  error(setmetatable({ status = status, sentence = sentence, argument = argument, ran = ran }, Refusal), 0)
end

--- Quotes a client's text for a sentence: shortened, and without control characters, which would break a line of the console.
---@param text string
---@return string
local function quote(text)
  -- The cut must not leave a part of a UTF-8 character.
  if #text > MAX_QUOTED then text = text:sub(1, MAX_QUOTED):gsub("[\xC0-\xFF]?[\x80-\xBF]*$", "") .. "…" end
  return '"' .. text:gsub("[%c\x7f]", "?") .. '"'
end

--- Refuses an argument for its value.
---@param name string
---@param got string
---@param accepted string what follows "must be", like "1 to 3600"
local function refuse_argument(name, got, accepted)
  refuse("bad-request", ("%s must be %s; got %s."):format(name, accepted, quote(got)), name)
end

---@return boolean
local function is_refusal(value)
  return getmetatable(value) == Refusal
end

return { refuse = refuse, refuse_argument = refuse_argument, quote = quote, is_refusal = is_refusal }
