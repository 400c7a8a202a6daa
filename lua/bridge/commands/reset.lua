-- reset, core.step. Both may run callbacks of other scripts, which take mGBA's context from ours: every further call of the pass
-- would fail. So they run last.

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
