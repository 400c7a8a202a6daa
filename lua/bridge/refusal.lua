-- A command that can't be done: an expected failure with a status of docs/protocol/wire.md, raised with `error`.
local Refusal = {}
Refusal.__index = Refusal

---@param status string
---@param sentence string for people
---@param argument? string the one to blame
---@param ran? integer of a batch, how many operations had run
local function refuse(status, sentence, argument, ran)
  error(setmetatable({ status = status, sentence = sentence, argument = argument, ran = ran }, Refusal), 0)
end

---@return boolean
local function is_refusal(value)
  return getmetatable(value) == Refusal
end

return { refuse = refuse, is_refusal = is_refusal }
