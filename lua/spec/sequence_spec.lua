local check = require("spec.check")
local Sequence = require("bridge.input.sequence")

-- Name, lines, repeat, the mask in each frame, and the frame after which all buttons are up.
local ROWS = {
  { "a press", "1 3\n0 2\n", 1, "11100", 3 },
  { "a repeated press", "1 2\n0 1\n", 2, "110110", 5 },
  { "lines without a pause at the end", "1 1\n2 2\n", 2, "122122", 6 },
  { "lines with several pauses at the end", "3 1\n0 1\n0 2\n", 1, "3000", 1 },
  { "lines with a pause at the start", "0 2\n1 1\n", 3, "001001001", 9 },
  { "only a pause", "0 3\n", 2, "000000", 6 },
  { "lines with overlapping buttons", "1 1\n3 1\n2 1\n0 1\n", 1, "1320", 3 },
}

return function(it)
  for _, row in ipairs(ROWS) do
    it("a sequence plays " .. row[1], function()
      local sequence = Sequence.parse(row[2], row[3])
      check.equal(sequence.frames, #row[4])
      local played, over = "", false
      for i = 1, #row[4] do
        check.equal(over, false)
        played = played .. sequence:down()
        over = sequence:advance(i)
        check.equal(sequence.released, i >= row[5] and row[5] or nil, "the release in frame " .. i)
      end
      check.equal(played, row[4])
      check.equal(over, true)
    end)
  end

  it("the largest sequence is accepted", function()
    check.equal(Sequence.parse(("1023 1\n0 1\n"):rep(512), 35).frames, 35840)
    check.equal(Sequence.parse("1 36\n", 1000).frames, 36000)
    check.equal(Sequence.parse("0 36000\n", 1).mask, 0)
  end)
end
