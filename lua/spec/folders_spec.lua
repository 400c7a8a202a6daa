-- Which paths are inside the allowed folders.
local check = require("spec.check")
local fake_system = require("spec.fake_system")
local folders = require("bridge.system.folders")

local UNIX = {
  { "/roms/game.gba", true }, { "/roms/deep/er/game.gba", true }, { "/roms//./game.gba", true }, { "/user/saves/a b.sav", true },
  { "/roms", false }, { "/roms/", false }, { "/roms2/game.gba", false }, { "/rom/game.gba", false }, { "/ROMS/game.gba", false },
  { "/roms/../etc/passwd", false }, { "/roms/..", false }, { "roms/game.gba", false }, { "", false }, { "/roms/a\0.gba", false },
  { "/user/game.gba", false }, { "/roms\\game.gba", false }, { "/", false },
}
local WINDOWS = {
  { "C:\\Roms\\game.gba", true }, { "c:/roms/deep\\game.gba", true }, { "\\\\server\\share\\game.gba", true },
  { "C:\\Roms", false }, { "C:\\Roms2\\game.gba", false }, { "D:\\Roms\\game.gba", false }, { "C:\\Roms\\..\\game.gba", false },
  { "C:Roms\\game.gba", false }, { "\\Roms\\game.gba", false }, { "C:\\Roms\\.. \\game.gba", false },
  { "C:\\Roms\\game.gba:stream", false },
  { "\\\\?\\C:\\Roms\\game.gba", false }, { "\\\\.\\C:\\Roms\\game.gba", false }, { "\\\\server\\other\\game.gba", false },
}

return function(it)
  it("whole names are compared, and no path leaves a folder", function()
    for _, row in ipairs(UNIX) do check.equal(folders.contain(row[1], { "/roms/", "/user/saves" }, false), row[2], row[1]) end
  end)

  it("on Windows there are two separators, drives and shares, and case is ignored", function()
    for _, row in ipairs(WINDOWS) do
      check.equal(folders.contain(row[1], { "C:\\roms", "//Server/Share" }, true), row[2], row[1])
    end
  end)

  it("without folders, or with a relative one, no path is inside", function()
    check.equal(folders.contain("/roms/game.gba", {}, false), false)
    check.equal(folders.contain("/roms/game.gba", { "", "roms", "/roms/../roms" }, false), false)
    check.equal(folders.contain("/roms/game.gba", { "/" }, false), true)
  end)

  it("a list from the environment is split", function()
    local list = "/roms:/a b::/c"
    if fake_system.is_windows() then list = list:gsub(":", ";") end
    check.list(folders.parse(list), { "/roms", "/a b", "/c" })
    check.list(folders.parse(""), {})
  end)
end
