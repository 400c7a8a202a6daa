-- The checksum of PNG, 7z, UPS and BPS, so that damage is found behind it.
---@param bytes string
---@return integer
return function(bytes)
  local value = 0xFFFFFFFF
  for i = 1, #bytes do
    value = value ~ bytes:byte(i)
    for _ = 1, 8 do value = value & 1 == 1 and 0xEDB88320 ~ value >> 1 or value >> 1 end
  end
  return value ~ 0xFFFFFFFF
end
