-- SHA-256 (FIPS 180-4) and HMAC (RFC 2104). mGBA's Lua has no library for either.
local hmac_sha256 = {}

local BLOCK_BYTES, MASK = 64, 0xFFFFFFFF
local SIXTEEN_WORDS = ">" .. ("I4"):rep(16)

local START = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 }

local ROUND = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

-- Expands a block to the 64 words of its rounds. A word beside itself, in 64 bits, rotates by a shift.
local function schedule(text, position)
  local words = { string.unpack(SIXTEEN_WORDS, text, position) }
  for i = 17, 64 do
    local a, b = words[i - 15], words[i - 2]
    local aa, bb = a | a << 32, b | b << 32
    words[i] = words[i - 16] + words[i - 7] + ((aa >> 7 ~ aa >> 18 ~ a >> 3) & MASK) + ((bb >> 17 ~ bb >> 19 ~ b >> 10) & MASK) & MASK
  end
  return words
end

local function compress(state, text, position)
  local words = schedule(text, position)
  local a, b, c, d, e, f, g, h = table.unpack(state)
  for i = 1, 64 do
    local aa, ee = a | a << 32, e | e << 32
    local first = h + ((ee >> 6 ~ ee >> 11 ~ ee >> 25) & MASK) + (e & f ~ ~e & g) + ROUND[i] + words[i]
    local second = ((aa >> 2 ~ aa >> 13 ~ aa >> 22) & MASK) + (a & b ~ a & c ~ b & c)
    a, b, c, d, e, f, g, h = first + second & MASK, a, b, c, d + first & MASK, e, f, g
  end
  for i, value in ipairs({ a, b, c, d, e, f, g, h }) do state[i] = state[i] + value & MASK end
end

--- Returns the hash of a text.
---@param text string
---@return string digest 32 bytes
function hmac_sha256.hash(text)
  local padding = ("\0"):rep(-(#text + 9) % BLOCK_BYTES)
  local padded = text .. "\x80" .. padding .. string.pack(">I8", #text * 8)
  local state = table.move(START, 1, #START, 1, {})
  for position = 1, #padded, BLOCK_BYTES do compress(state, padded, position) end
  return string.pack(">I4I4I4I4I4I4I4I4", table.unpack(state))
end

local function with_key(key, byte)
  return (key:gsub(".", function(c) return string.char(c:byte() ~ byte) end))
end

--- Returns the bytes in hexadecimal, lower case.
---@param bytes string
---@return string
function hmac_sha256.hex(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

--- Returns the message authentication code of a text.
---@param key string
---@param text string
---@return string code 64 hexadecimal digits, lower case
function hmac_sha256.code(key, text)
  if #key > BLOCK_BYTES then key = hmac_sha256.hash(key) end
  key = key .. ("\0"):rep(BLOCK_BYTES - #key)
  local inner = hmac_sha256.hash(with_key(key, 0x36) .. text)
  return hmac_sha256.hex(hmac_sha256.hash(with_key(key, 0x5c) .. inner))
end

return hmac_sha256
