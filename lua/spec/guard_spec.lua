local check = require("spec.check")
local bench = require("spec.bench")

-- The written value (as u32), type, condition, reply.
local ROWS = {
  { 3, "u8", "eq:3", "1 3" }, { 3, "u8", "eq:4", "0 3" }, { 3, "u8", "ne:4", "1 3" }, { 3, "u8", "ne:3", "0 3" },
  { 3, "u8", "lt:3", "0 3" }, { 3, "u8", "lt:4", "1 3" }, { 3, "u8", "le:3", "1 3" }, { 3, "u8", "le:2", "0 3" },
  { 3, "u8", "gt:2", "1 3" }, { 3, "u8", "gt:3", "0 3" }, { 3, "u8", "ge:3", "1 3" }, { 3, "u8", "ge:4", "0 3" },
  { 0xFF, "i8", "eq:-1", "1 -1" }, { 0xFF, "i8", "lt:0", "1 -1" }, { 0xFF, "u8", "gt:0", "1 255" },
  { 0x8000, "i16", "le:-32768", "1 -32768" }, { 0xFFFFFFFF, "i32", "eq:-1", "1 -1" },
  { 0xFFFFFFFF, "u32", "eq:4294967295", "1 4294967295" },
  { 7, "u8", "mask:5", "1 7" }, { 4, "u8", "mask:5", "0 4" }, { 0x80, "i8", "mask:128", "1 -128" }, { 0x7F, "i8", "mask:128", "0 127" },
  { 0, "u8", "mask:0", "1 0" },
}

return function(it)
  for _, row in ipairs(ROWS) do
    it(("a guard with %s on %d as %s replies %s"):format(row[3], row[1], row[2], row[4]), function()
      bench.start()
      local peer = bench.peer()
      peer:ask("memory.set", { 0x02000000, 4, row[1], "" })
      check.equal(peer:ask("memory.guard", { 0x02000000, row[2], "", row[3] }), row[4])
      check.equal(peer:ask("memory.guard", { 0, row[2], "wram", row[3] }), row[4])
      bench.clean()
    end)
  end
end
