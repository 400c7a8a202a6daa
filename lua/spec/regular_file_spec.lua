-- Which files the script opens, and how. tests/emulator/run.sh tests the same with real FIFOs and devices.
local check = require("spec.check")
local regular_file = require("bridge.system.regular_file")

--- Runs `fn` with `open` as io.open.
local function with_open(open, fn)
  local original = io.open
  io.open = open -- luacheck: ignore 122
  local ok, problem = pcall(fn)
  io.open = original -- luacheck: ignore 122
  if not ok then error(problem, 0) end
end

--- Returns a file like one of the C library; without `size` it can't seek.
local function fake_file(size, closed)
  return {
    seek = function(_, whence) return size and (whence == "end" and size or 0) end,
    read = function() return "x" end,
    close = function() closed[#closed + 1] = true end,
  }
end

return function(it)
  it("a file is opened at its beginning, and its size is returned", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write("bytes")
    file:close()
    local opened, size = regular_file.open(path)
    check.equal(size, 5)
    check.equal(opened and opened:read("a"), "bytes")
    if opened then opened:close() end
    check.equal(regular_file.exists(path), true)
    assert(io.open(path, "wb")):close()
    check.equal(regular_file.exists(path), true, "an empty file")
    os.remove(path)
    check.equal(regular_file.exists(path), false, "a file that is gone")
    check.equal(regular_file.exists(path .. "\0.gba"), false, "a name with a NUL")
    check.equal(regular_file.exists("/"), false, "a folder")
  end)

  it("a FIFO is opened without blocking, and closed again", function()
    local modes, closed = {}, {}
    with_open(function(_, mode)
      modes[#modes + 1] = mode
      return fake_file(nil, closed)
    end, function() check.equal(regular_file.exists("fifo.gba"), false) end)
    check.list(modes, { "r+b" })
    check.equal(#closed, 1)
  end)

  for number, modes in pairs({ [1] = "r+b rb", [13] = "r+b rb", [30] = "r+b rb", [2] = "r+b", [6] = "r+b", [21] = "r+b" }) do
    it(("after error %d a file is %s"):format(number, modes == "r+b" and "not opened again" or "opened read-only"), function()
      local seen = {}
      with_open(function(_, mode)
        seen[#seen + 1] = mode
        if mode == "r+b" then return nil, "refused", number end
        return fake_file(7, {})
      end, function() check.equal(regular_file.exists("rom.gba"), modes == "r+b rb") end)
      check.equal(table.concat(seen, " "), modes)
    end)
  end

  it("our own host checks a file before it is opened", function()
    _G._host = { isFile = function(path) return path == "rom.gba" end }
    local opened = {}
    with_open(function(path)
      opened[#opened + 1] = path
      return fake_file(7, {})
    end, function()
      check.equal(regular_file.exists("fifo.gba"), false)
      check.equal(regular_file.exists("rom.gba"), true)
    end)
    _G._host = nil
    check.list(opened, { "rom.gba" })
  end)
end
