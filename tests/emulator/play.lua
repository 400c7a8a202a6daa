-- Plays the movie MOVIE, and prints what came of it.
local file = assert(io.open(MOVIE, "rb"))
local movie = file:read("a")
file:close()

local is_playing
callbacks:add("frame", function()
  if is_playing == nil then
    for offset = 0, #movie - 1, 0x100000 do
      assert(_host.sendMovie(offset, #movie, movie:sub(offset + 1, offset + 0x100000)) == "")
    end
    assert(_host.playMovie(0, true) == "")
    is_playing = true
  elseif is_playing and not _host.movieResult():find("^playing") then
    print(_host.movieResult())
    is_playing = false
  end
end)
