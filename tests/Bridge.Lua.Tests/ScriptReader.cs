using KeraLua;

namespace Bridge.Lua.Tests;

/// <summary>The script's message parser in a Lua state of its own: <c>lua/spec/fuzz/digest.lua</c>.</summary>
internal sealed class ScriptReader : IDisposable
{
    private readonly KeraLua.Lua _lua = new();

    /// <summary>Leaves the digest function as the only value on the stack.</summary>
    public ScriptReader()
    {
        var folder = Path.Combine(SpecSuite.RepositoryRoot(), "lua").Replace('\\', '/');
        if (_lua.DoString($"package.path = '{folder}/?.lua;' .. package.path; return (require('spec.fuzz.digest'))"))
            throw new InvalidOperationException(_lua.ToString(-1));
    }

    /// <summary>Returns the parsed stream, one line for each message.</summary>
    public string Read(byte[] bytes)
    {
        _lua.PushCopy(-1);
        _lua.PushBuffer(bytes);
        if (_lua.PCall(1, 1, 0) != LuaStatus.OK)
            throw new InvalidOperationException(_lua.ToString(-1));
        var seen = _lua.ToString(-1);
        _lua.Pop(1);
        return seen;
    }

    public void Dispose() => _lua.Dispose();
}
