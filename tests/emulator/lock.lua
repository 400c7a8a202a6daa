-- Tells in the third frame why the save can't be written, and whether the game can load it again.
local frames = 0

callbacks:add("frame", function()
  frames = frames + 1
  if frames == 3 then console:log(("problem %s autoload %s"):format(_host.gameFile("saveProblem"), tostring(_host.autoloadSave()))) end
end)
