-- sound.read, sound.volume.
local limits = require("bridge.wire.limits")
local arguments = require("bridge.wire.arguments")

return function()
  return {
    ["sound.read"] = { arguments = 1, game = true, needs = "sound", run = function(request)
      local samples = _host.readSound(arguments.integer(request.arguments[1], "from", 0, limits.sound_sample))
      return tostring(_host.soundBegin()), samples
    end },

    ["sound.volume"] = { arguments = 1, game = true, needs = "sound", run = function(request)
      _host.setVolume(arguments.integer(request.arguments[1], "percent", 0, 100))
    end },
  }
end
