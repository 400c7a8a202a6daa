using KeraLua;

namespace Bridge.Lua.Tests;

/// <summary>The properties of a command in the script's dispatcher.</summary>
/// <param name="TakesPayload">Whether it takes a payload.</param>
/// <param name="MayBeLong">Whether it may take milliseconds.</param>
internal sealed record ScriptHandlers(bool TakesPayload, bool MayBeLong)
{
    // Starting the whole script registers the commands. The start reloads its modules, so the dispatcher is replaced
    // before it.
    private const string Script = """
        local folder = ...
        dofile(folder .. "/spec/suite.lua")
        local commands
        package.preload["bridge.serving.dispatcher"] = function()
          local Dispatcher = dofile(folder .. "/bridge/serving/dispatcher.lua")
          local new = Dispatcher.new
          function Dispatcher.new(all, ...)
            commands = all
            return new(all, ...)
          end
          return Dispatcher
        end
        local bench = require("spec.bench")
        bench.start()
        bench.clean()
        local lines = {}
        for word, command in pairs(commands) do
          lines[#lines + 1] = ("%s %s %s"):format(word, command.payload == true, command.is_long ~= nil)
        end
        return table.concat(lines, "\n")
        """;

    /// <summary>Reads the handlers that the script registers, by command.</summary>
    public static IReadOnlyDictionary<string, ScriptHandlers> Read()
    {
        using var lua = new KeraLua.Lua();
        lua.Encoding = System.Text.Encoding.UTF8;
        if (lua.LoadString(Script) != LuaStatus.OK)
            throw new InvalidOperationException(lua.ToString(-1));
        lua.PushString(Path.Combine(SpecSuite.RepositoryRoot(), "lua"));
        if (lua.PCall(1, 1, 0) != LuaStatus.OK)
            throw new InvalidOperationException(lua.ToString(-1));
        return lua.ToString(-1).Split('\n').Select(line => line.Split(' ')).ToDictionary(
            parts => parts[0],
            parts => new ScriptHandlers(bool.Parse(parts[1]), bool.Parse(parts[2])));
    }
}
