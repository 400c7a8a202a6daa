-- reset, core.step: what may run another script's callbacks. One that runs inside ours takes mGBA's context away from it, and
-- every further call of this pass would fail; so these come last.

---@param parts { game: bridge.Game, finish_with: fun(run: fun()) }
return function(parts)
  local game, finish_with = parts.game, parts.finish_with

  local function comes_last(run)
    return function() finish_with(run) end
  end

  return {
    ["reset"] = { arguments = 0, game = true, run = comes_last(function()
      emu:reset()
      game:begin_anew()
    end) },
    ["core.step"] = { arguments = 0, game = true, needs = "step", run = comes_last(function() emu:step() end) },
  }
end
