-- reset.

---@param parts bridge.Parts
return function(parts)
  return {
    -- A `reset` callback of another script would make every further call of this pass fail, so it comes last.
    ["reset"] = { arguments = 0, game = true, run = function()
      parts.server.stopped = true
      parts.after_pass = function() emu:reset() end
    end },
  }
end
