local check = require("spec.check")
local fake_states = require("spec.fake_states")
local machine_fields = require("bridge.states.machine_fields")

local FRAME = 280896

local function put(bytes, at, part)
  return bytes:sub(1, at) .. part .. bytes:sub(at + #part + 1)
end

--- Returns a state with `values`, each { offset, format, value }.
local function state(platform, values)
  local bytes = fake_states.machine({ gb = platform == "GB" })
  for _, item in ipairs(values) do bytes = put(bytes, item[1], string.pack(item[2], item[3])) end
  return bytes
end

-- A field: name, platform, offset, format, min, max, and the other values with which mGBA uses it.
local FIELDS = {
  { "line of the screen", "GBA", 0x406, "<I2", 0, 227 },
  { "next sound sample", "GBA", 0x1D4, "<i4", -FRAME, 1024 },
  { "real-time clock's count of bytes", "GBA", 0x294, "<i4", 0, 7 },
  { "screen's next step", "GBA", 0x1F4, "<i4", -FRAME, 1232 },
  { "screen's next step", "GBA", 0x1E0, "<i4", -FRAME, 1232, { { 0, "<I4", 0x01000006 } } },
  { "timer 0's last step", "GBA", 0x204, "<i4", -0x10000 - FRAME, FRAME, { { 0x210, "<I4", 0x40 } } },
  { "timer 0's next step", "GBA", 0x208, "<i4", -FRAME, 0x10000 + FRAME, { { 0x210, "<I4", 0x50 } } },
  { "timer 3's last step", "GBA", 0x240, "<i4", -0x4000000 - FRAME, FRAME, { { 0x24C, "<I4", 0x4A } } },
  { "timer 3's next step", "GBA", 0x244, "<i4", -FRAME, 0x4000000 + FRAME, { { 0x24C, "<I4", 0x4A } } },
  { "next sound sample", "GB", 0xB0, "<i4", -FRAME, FRAME },
  { "timer's next step", "GB", 0x154, "<i4", -FRAME, FRAME },
  { "timer's progress", "GB", 0x15C, "<I4", 0, FRAME },
  { "reserved field of the timer", "GB", 0x166, "<I2", 0, 0 },
  { "screen's next step", "GB", 0xC0, "<i4", -FRAME, FRAME },
  { "screen's next frame", "GB", 0xB8, "<i4", -FRAME, FRAME },
  { "next DMA transfer", "GB", 0x174, "<i4", -FRAME, FRAME, { { 0x44, "<I4", 0x20 }, { 0x17C, "<I2", 1 } } },
}
for mode = 0, 3 do
  if mode ~= 1 then FIELDS[#FIELDS + 1] = { "line of the screen", "GB", 0xB6, "<i2", 0, 143, { { 0xCD, "B", mode << 2 } } } end
end

local MAX = { ["<I2"] = 0xFFFF, ["<i2"] = 0x7FFF, ["<I4"] = 0xFFFFFFFF, ["<i4"] = 0x7FFFFFFF }
local MIN = { ["<I2"] = 0, ["<i2"] = -0x8000, ["<I4"] = 0, ["<i4"] = -0x80000000 }

-- Whole states: platform, values, and a part of the refusal's sentence or nil.
local WHOLE = {
  { "GBA", {}, nil },
  { "GB", {}, nil },
  -- A timer with an invalid divider. A timer that is off or counts another's overflows is not checked.
  { "GBA", { { 0x210, "<I4", 0x4F } }, "got 2^15" },
  { "GBA", { { 0x210, "<I4", 0x41 } }, "got 2^1." },
  { "GBA", { { 0x210, "<I4", 0x0F }, { 0x208, "<i4", -0x80000000 } }, nil },
  { "GBA", { { 0x224, "<I4", 0x5F }, { 0x21C, "<i4", -0x80000000 } }, nil },
  { "GBA", { { 0x224, "<I4", 0x4F } }, "timer 1 must divide by" },
  -- A processor that waits for DMA. Only the active transfer that is due first is checked.
  { "GBA", { { 0x31C, "<I4", 8 } }, nil },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME + 1 } }, nil },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME }, { 0x4BA, "<I2", 0x8000 } }, nil },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME + 1 }, { 0x4BA, "<I2", 0x8000 } },
    "280896; got 280897" },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME + 1 }, { 0x4BA, "<I2", 0x8000 }, { 0x0C, "<I4", 1 } }, nil },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME + 9 }, { 0x4BA, "<I2", 0x8000 }, { 0x68, "<I4", 9 } }, nil },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME + 1 }, { 0x4BA, "<I2", 0x8000 },
    { 0x288, "<I4", 1 }, { 0x28C, "<I4", 5 }, { 0x4DE, "<I2", 0x8000 } }, nil },
  { "GBA", { { 0x31C, "<I4", 8 }, { 0x258, "<I4", 1 }, { 0x25C, "<I4", 0x10 }, { 0x4BA, "<I2", 0x8000 },
    { 0x0C, "<I4", 0xFFFFFFF0 } }, nil },
  { "GBA", { { 0x258, "<I4", 1 }, { 0x25C, "<I4", FRAME + 1 }, { 0x4BA, "<I2", 0x8000 } }, nil },
  { "GB", { { 0x44, "<I4", 0x20 } }, "waits for a DMA transfer that has ended" },
  { "GB", { { 0x174, "<i4", 0x7FFFFFFF } }, nil },
  -- A screen at the end of a frame.
  { "GB", { { 0xCD, "B", 0x30 } }, "no next frame" },
  { "GB", { { 0xCD, "B", 0x30 }, { 0x340, "B", 0x80 } }, "no next frame" },
  { "GB", { { 0xCD, "B", 0x24 } }, "no next frame" },
  { "GB", { { 0xCD, "B", 0x24 }, { 0x340, "B", 0x80 } }, nil },
  { "GB", { { 0xCD, "B", 0x20 } }, nil },
  { "GB", { { 0xCD, "B", 0x10 } }, nil },
  { "GB", { { 0xCD, "B", 0x10 }, { 0xC0, "<i4", 0x7FFFFFFF } }, nil },
  { "GB", { { 0xCD, "B", 0x20 }, { 0xB8, "<i4", 0x7FFFFFFF } }, nil },
  { "GB", { { 0xCD, "B", 0x04 }, { 0xB6, "<i2", 154 } }, nil },
  -- The real-time clock's register, which is checked only while the game uses it.
  { "GB", { { 0x194, "<I2", 4 << 5 | 2 } }, nil },
  { "GB", { { 0x194, "<I2", 5 << 5 | 2 } }, "register of the real-time clock must be 0 to 4; got 5" },
  { "GB", { { 0x194, "<I2", 7 << 5 } }, nil },
}

return function(it)
  for number, field in ipairs(FIELDS) do
    local name, platform, at, format, min, max, others = table.unpack(field)
    it(("field %d: the %s must be %d to %d"):format(number, name, min, max), function()
      local function problem(value)
        return machine_fields.problem(state(platform, { { at, format, value }, table.unpack(others or {}) }), platform)
      end
      check.equal(problem(min), nil)
      check.equal(problem(max), nil)
      for _, value in ipairs({ min - 1, max + 1, MIN[format], MAX[format] }) do
        if (value < min or value > max) and value >= MIN[format] and value <= MAX[format] then
          check.equal(problem(value), ("The state is damaged: its %s must be %d to %d; got %d."):format(name, min, max, value))
        end
      end
    end)
  end

  for number, case in ipairs(WHOLE) do
    local platform, values, part = table.unpack(case)
    it(("state %d of a %s is %s"):format(number, platform, part and "refused" or "accepted"), function()
      local problem = machine_fields.problem(state(platform, values), platform)
      if part then check.contains(problem, part) else check.equal(problem, nil) end
    end)
  end
end
