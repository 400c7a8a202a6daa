-- reset, core.step: what may run another script's callbacks. One that runs inside ours takes mGBA's context away from it, and
-- every further call of this pass would fail; so these come last.

---@param parts bridge.Parts
return function(parts)
  local function comes_last(run)
    return function()
      parts.server.stopped = true
      parts.after_pass = run
    end
  end

  return {
    ["reset"] = { arguments = 0, game = true, run = comes_last(function()
      emu:reset()
      parts.game:begin_anew()
    end) },
    ["core.step"] = { arguments = 0, game = true, needs = "step", run = comes_last(function() emu:step() end) },
  }
end
