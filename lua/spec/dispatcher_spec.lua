local check = require("spec.check")
local Dispatcher = require("bridge.serving.dispatcher")
local refuse = require("bridge.wire.refusal").refuse

local function fixture(commands, loaded, waiting)
  local sent, faults = {}, {}
  local connection = { unsent = 0, waiting = waiting or {}, send = function(_, ...) sent[#sent + 1] = table.pack(...) end }
  local journal = { fault = function(_, text) faults[#faults + 1] = text end }
  local dispatcher = Dispatcher.new(commands, { loaded = loaded ~= false, frame_text = "7" }, journal, { objection = function() end })
  local function run(id, word, arguments, payload)
    return dispatcher:run({ id = id, word = word, arguments = arguments or {}, payload = payload or "", connection = connection })
  end
  return run, sent, faults
end

return function(it)
  it("a reply carries id, status, frame, arguments and payload", function()
    local run, sent = fixture({ go = { arguments = 1, run = function(request) return request.arguments[1] .. " 2", "bytes" end } })
    run("12", "go", { "1" })
    check.list(sent[1], { "12", "ok", "7", "1 2", "bytes" })
  end)

  it("id 0 gets no reply, with any number of digits", function()
    local run, sent = fixture({ go = { arguments = 0, run = function() end } })
    run("0", "go")
    run("000", "go")
    run("0", "nonsense")
    check.equal(#sent, 0)
    run("010", "go")
    check.equal(sent[1][1], "010")
  end)

  it("a refusal becomes its status, sentence and argument", function()
    local run, sent = fixture({ go = { arguments = 0, run = function() refuse("conflict", "no", "mask") end } })
    run("1", "go")
    check.list(sent[1], { "1", "conflict", "7", "mask", "no" })
  end)

  it("a throwing command is answered once and logged with a traceback", function()
    local run, sent, faults = fixture({ go = { arguments = 0, run = function() error("broken") end } })
    run("1", "go")
    check.equal(#sent, 1)
    check.equal(sent[1][2], "internal")
    check.contains(sent[1][5], "broken")
    check.contains(faults[1], "traceback")
  end)

  it("an error value that is not a string gets a reply", function()
    for _, value in ipairs({ {}, 5, false }) do
      local run, sent = fixture({ go = { arguments = 0, run = function() error(value) end } })
      run("1", "go")
      check.equal(sent[1][2], "internal")
    end
    local run, sent = fixture({ go = { arguments = 0, run = function() error() end } })
    run("1", "go")
    check.equal(sent[1][2], "internal")
  end)

  it("a command that replies later sends no reply now", function()
    local run, sent = fixture({ go = { arguments = 0, run = function() return Dispatcher.LATER end } })
    run("1", "go")
    check.equal(#sent, 0)
  end)

  it("a request with the id of a request in flight does not run, but id 0 may be used again", function()
    local runs = 0
    local run, sent = fixture({ go = { arguments = 0, run = function() runs = runs + 1 end } }, true, { ["5"] = {}, ["0"] = {} })
    run("5", "go")
    check.list({ sent[1][1], sent[1][2], runs }, { "5", "bad-request", 0 })
    run("0", "go")
    run("6", "go")
    check.list({ #sent, sent[2][2], runs }, { 2, "ok", 2 })
  end)

  it("unknown commands are refused, and without a game those that need one", function()
    local run, sent = fixture({ go = { arguments = 0, game = true, run = error } }, false)
    run("1", "come")
    run("2", "go")
    check.equal(sent[1][2], "unknown-command")
    check.equal(sent[2][2], "no-game")
  end)
end
