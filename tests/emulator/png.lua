-- Reads the PNGs that mGBA writes: eight bits a channel, RGB or RGBA, not interlaced.
local png = {}

local length_base, length_extra, distance_base, distance_extra = {}, {}, {}, {}
do
  local length, distance = 3, 1
  for symbol = 0, 27 do
    length_extra[symbol] = symbol < 4 and 0 or (symbol - 4) // 4
    length_base[symbol] = length
    length = length + (1 << length_extra[symbol])
  end
  length_base[28], length_extra[28] = 258, 0
  for symbol = 0, 29 do
    distance_extra[symbol] = symbol < 2 and 0 or (symbol - 2) // 2
    distance_base[symbol] = distance
    distance = distance + (1 << distance_extra[symbol])
  end
end

local code_length_order = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 }

-- Canonical Huffman codes from their lengths: [length][code] -> symbol.
local function huffman(lengths, count)
  local codes, code = {}, 0
  for length = 1, 15 do
    codes[length] = {}
    code = code << 1
    for symbol = 0, count - 1 do
      if lengths[symbol] == length then
        codes[length][code] = symbol
        code = code + 1
      end
    end
  end
  return codes
end

local function inflate(data, position)
  local bit_buffer, bit_count = 0, 0
  local out = {}

  local function bits(count)
    while bit_count < count do
      bit_buffer = bit_buffer | data:byte(position) << bit_count
      position, bit_count = position + 1, bit_count + 8
    end
    local value = bit_buffer & ((1 << count) - 1)
    bit_buffer, bit_count = bit_buffer >> count, bit_count - count
    return value
  end

  local function symbol_of(codes)
    local code = 0
    for length = 1, 15 do
      code = code << 1 | bits(1)
      local symbol = codes[length][code]
      if symbol then
        return symbol
      end
    end
    error("no such Huffman code")
  end

  local function fixed_codes()
    local lengths = {}
    for symbol = 0, 287 do
      lengths[symbol] = symbol < 144 and 8 or symbol < 256 and 9 or symbol < 280 and 7 or 8
    end
    local distances = {}
    for symbol = 0, 29 do
      distances[symbol] = 5
    end
    return huffman(lengths, 288), huffman(distances, 30)
  end

  local function dynamic_codes()
    local literals, distances, code_lengths = bits(5) + 257, bits(5) + 1, bits(4) + 4
    local lengths = {}
    for i = 1, code_lengths do
      lengths[code_length_order[i]] = bits(3)
    end
    local codes = huffman(lengths, 19)
    lengths = {}
    local i = 0
    while i < literals + distances do
      local symbol = symbol_of(codes)
      local value, times = symbol, 1
      if symbol == 16 then
        value, times = lengths[i - 1], bits(2) + 3
      elseif symbol == 17 then
        value, times = 0, bits(3) + 3
      elseif symbol == 18 then
        value, times = 0, bits(7) + 11
      end
      for _ = 1, times do
        lengths[i] = value
        i = i + 1
      end
    end
    local distance_lengths = {}
    for symbol = 0, distances - 1 do
      distance_lengths[symbol] = lengths[literals + symbol]
    end
    return huffman(lengths, literals), huffman(distance_lengths, distances)
  end

  local last
  repeat
    last = bits(1) == 1
    local kind = bits(2)
    if kind == 0 then
      bits(bit_count % 8)
      local length = bits(16)
      bits(16)
      for _ = 1, length do
        out[#out + 1] = bits(8)
      end
    else
      local literals, distances
      if kind == 1 then
        literals, distances = fixed_codes()
      else
        literals, distances = dynamic_codes()
      end
      while true do
        local symbol = symbol_of(literals)
        if symbol < 256 then
          out[#out + 1] = symbol
        elseif symbol == 256 then
          break
        else
          local length = length_base[symbol - 257] + bits(length_extra[symbol - 257])
          symbol = symbol_of(distances)
          local distance = distance_base[symbol] + bits(distance_extra[symbol])
          for _ = 1, length do
            out[#out + 1] = out[#out + 1 - distance]
          end
        end
      end
    end
  until last
  return out
end

local function paeth(a, b, c)
  local p = a + b - c
  local pa, pb, pc = math.abs(p - a), math.abs(p - b), math.abs(p - c)
  if pa <= pb and pa <= pc then
    return a
  end
  return pb <= pc and b or c
end

-- Returns an image with width, height and :pixel(x, y) -> 0xRRGGBB.
function png.read(path)
  local file = assert(io.open(path, "rb"))
  local data = file:read("a")
  file:close()
  assert(data:sub(1, 8) == "\137PNG\r\n\26\n", "no PNG")

  local width, height, channels
  local compressed = {}
  local position = 9
  while position < #data do
    local length, kind = string.unpack(">I4c4", data, position)
    local body = data:sub(position + 8, position + 7 + length)
    if kind == "IHDR" then
      local depth, color_type
      width, height, depth, color_type = string.unpack(">I4I4BB", body)
      assert(depth == 8 and (color_type == 2 or color_type == 6), "not 8-bit RGB or RGBA")
      channels = color_type == 2 and 3 or 4
    elseif kind == "IDAT" then
      compressed[#compressed + 1] = body
    end
    position = position + 12 + length
  end

  local raw = inflate(table.concat(compressed), 3) -- behind zlib's two bytes
  local stride = width * channels
  local image = { width = width, height = height, bytes = {} }
  local bytes = image.bytes
  for y = 0, height - 1 do
    local row = y * (stride + 1) + 1
    local filter = raw[row]
    for x = 0, stride - 1 do
      local left = x >= channels and bytes[y * stride + x - channels] or 0
      local above = y > 0 and bytes[(y - 1) * stride + x] or 0
      local corner = x >= channels and y > 0 and bytes[(y - 1) * stride + x - channels] or 0
      local guess = filter == 0 and 0
        or filter == 1 and left
        or filter == 2 and above
        or filter == 3 and (left + above) // 2
        or paeth(left, above, corner)
      bytes[y * stride + x] = raw[row + 1 + x] + guess & 0xFF
    end
  end

  function image:pixel(x, y)
    local at = y * stride + x * channels
    return self.bytes[at] << 16 | self.bytes[at + 1] << 8 | self.bytes[at + 2]
  end
  return image
end

return png
