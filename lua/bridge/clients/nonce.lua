-- Makes nonces: texts that never repeat, and that no other program can foresee.
local hmac_sha256 = require("bridge.clients.hmac_sha256")
local operating_system = require("bridge.system.operating_system")

local DIGITS, RANDOM_BYTES = 32, 16

local nonce, count = {}, 0

-- On Windows this path could be a file of another account.
local function random_bytes()
  local file = not operating_system.is_windows and io.open("/dev/urandom", "rb")
  if not file then return "" end
  file:setvbuf("no")
  local bytes = file:read(RANDOM_BYTES)
  file:close()
  return bytes or ""
end

---@return string nonce 32 hexadecimal digits, lower case
function nonce.new()
  count = count + 1
  -- Lua seeds its generator with the time and an address, so where the system gives no random bytes these keep it from repeating.
  local parts = { random_bytes(), count, os.time(), os.clock(), tostring({}), math.random(0), math.random(0) }
  return hmac_sha256.hex(hmac_sha256.hash(table.concat(parts, " "))):sub(1, DIGITS)
end

return nonce
