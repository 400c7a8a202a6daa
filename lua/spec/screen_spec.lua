local check = require("spec.check")
local fake_system = require("spec.fake_system")
local bench = require("spec.bench")
local png = require("bridge.picture.png")
local fake = bench.fake

local function take(setup)
  bench.start()
  if setup then setup() end
  local peer = bench.peer()
  local reply = peer:call("screen.png")
  bench.clean()
  return reply
end

return function(it)
  it("the pixels of a PNG are found among its other chunks", function()
    local function chunk(kind, data) return string.pack(">I4", #data) .. kind .. data .. "sums" end
    local signature, header, pixels = "\137PNG\r\n\26\n", chunk("IHDR", "size"), chunk("IDAT", "some") .. chunk("IDAT", "more")
    check.equal(png.pixels(signature .. header .. pixels .. chunk("gbAs", "state") .. chunk("IEND", "")), pixels)
    check.equal(png.pixels(signature .. header .. pixels), pixels)
    check.equal(png.pixels(signature .. header), signature .. header)
  end)

  it("returns a PNG with its size, and leaves no file", function()
    local reply = take()
    check.list(reply.arguments, { "240", "160" })
    check.equal(reply.payload:sub(2, 4), "PNG")
    check.equal(io.open(fake.picture_path), nil)
  end)

  it("a folder for temporary files with an accent is not used on Windows, where mGBA would open another folder", function()
    local getenv, open = os.getenv, io.open
    local folders = { TEMP = "/Andr\xC3\xA9", PUBLIC = "/public" }
    local tried = {}
    take(function()
      os.getenv = function(name) return folders[name] end -- luacheck: ignore 122
      io.open = function(path, mode) -- luacheck: ignore 122
        tried[#tried + 1] = path:match("^(.*)/bridge%-")
        return path:find("^/tmp") and open(path, mode) or nil
      end
    end)
    os.getenv, io.open = getenv, open -- luacheck: ignore 122
    check.equal(table.concat(tried, " "):find("Andr", 1, true) == nil, fake_system.is_windows())
    check.contains(table.concat(tried, " "), "/public")
  end)

  it("the picture comes from a state when no file can be written", function()
    local open = io.open
    local reply = take(function() io.open = function() return nil end end) -- luacheck: ignore 122
    io.open = open -- luacheck: ignore 122
    check.equal(reply.payload:sub(2, 4), "PNG")
    check.equal(fake.picture_path, nil)
  end)

  it("no image: unsupported, and no such capability", function()
    check.equal(take(function() fake.game.screenshotToImage = function() end end).word, "unsupported")
    bench.start()
    fake.game.screenshotToImage = function() end
    check.equal(bench.peer():ask("info"):find("screen", 1, true), nil)
    bench.clean()
  end, "0.11")

  it("a file that is not a PNG is a failure", function()
    local reply = take(function()
      fake.draw = function(path)
        local file = io.open(path, "wb")
        file:write("no picture")
        file:close()
      end
    end)
    check.equal(reply.word, "failed")
  end)

  local function pixels_of(host, arguments)
    _G._host = host
    bench.start()
    local peer = bench.peer()
    local reply, facts = peer:call("screen.raw", arguments), peer:call("info")
    bench.clean()
    _G._host = nil
    return reply, (table.concat(facts.arguments, " "):match("capabilities=(%S+)"))
  end

  it("the pixels of our own host come with the picture's size", function()
    local width, height = 4, 3
    local bytes = ("\1\2\3\255"):rep(width * height)
    local reply, capabilities = pixels_of({ picture = function() return bytes end, pictureWidth = function() return width end })
    check.list(reply.arguments, { "4", "3" })
    check.equal(reply.payload, bytes)
    check.equal(capabilities:find("pixels", 1, true) ~= nil, true)
  end)

  it("our own host resizes the picture, and tells the size of the game's", function()
    local host = {
      picture = function() return "unused" end, pictureWidth = function() return 240 end, pictureHeight = function() return 160 end,
      resizedPicture = function(width, height, gray) return ("%dx%d %s"):format(width, height, gray) end,
    }
    for gray, text in pairs({ ["1"] = "84x80 true", ["0"] = "84x80 false" }) do
      local reply, capabilities = pixels_of(host, { "84", "80", gray })
      check.list(reply.arguments, { "240", "160" })
      check.equal(reply.payload, text)
      check.equal(capabilities:find("resize", 1, true) ~= nil, true)
    end
    check.equal(pixels_of(host).payload, "unused")
    for _, size in ipairs({ { "256", "224", "0" }, { "1", "1", "1" } }) do check.equal(pixels_of(host, size).word, "ok") end
    for _, case in ipairs({
      { "width", "0", "80", "1" }, { "width", "257", "80", "1" }, { "height", "84", "0", "1" }, { "height", "84", "225", "1" },
      { "gray", "84", "80", "2" }, { "height", "84" }, { "gray", "84", "80" },
    }) do
      local reply = pixels_of(host, { table.unpack(case, 2) })
      check.equal(reply.word, "bad-request")
      check.list(reply.arguments, { case[1] })
    end
    host.resizedPicture = nil
    local reply, capabilities = pixels_of(host, { "84", "80", "1" })
    check.equal(reply.word, "unsupported")
    check.equal(capabilities:find("resize", 1, true), nil)
  end)

  it("no pixels elsewhere: unsupported, and no such capability", function()
    for _, host in ipairs({ false, { idleLeft = function() return 0 end } }) do
      local reply, capabilities = pixels_of(host or nil)
      check.equal(reply.word, "unsupported")
      check.equal(capabilities:find("pixels", 1, true), nil)
    end
  end)
end
