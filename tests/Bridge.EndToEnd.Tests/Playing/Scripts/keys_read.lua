-- Another script that mGBA calls back when the keys are read. A bridge that read them over the bus would lose mGBA's context.
callbacks:add("keysRead", function() end)
