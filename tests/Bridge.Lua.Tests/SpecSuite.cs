using KeraLua;

namespace Bridge.Lua.Tests;

/// <summary><c>lua/spec/suite.lua</c>, loaded into a fresh Lua.</summary>
public class SpecSuite : IDisposable
{
    private static readonly string Script = Path.Combine(RepositoryRoot(), "lua", "spec", "suite.lua");

    private readonly KeraLua.Lua _lua = new();

    /// <summary>Leaves the suite's table as the only value on the stack.</summary>
    /// <param name="system">The system that mGBA runs on: linux, windows or macos.</param>
    /// <param name="script">The file to load instead of the sources.</param>
    internal SpecSuite(string system, string? script = null)
    {
        _lua.Encoding = System.Text.Encoding.UTF8;
        var status = _lua.LoadFile(Script);
        _lua.PushString(system);
        _lua.PushString(script);
        if (status != LuaStatus.OK || _lua.PCall(2, 1, 0) != LuaStatus.OK)
        {
            throw new InvalidOperationException(_lua.ToString(-1));
        }
    }

    /// <summary>Returns the names of the specs for a system.</summary>
    public static IReadOnlyList<string> Names(string system)
    {
        using var suite = new SpecSuite(system);
        var lua = suite._lua;
        var names = new List<string>();
        lua.GetField(-1, "cases");
        for (var index = 1; lua.GetInteger(-1, index) != LuaType.Nil; index++)
        {
            names.Add(lua.ToString(-1));
            lua.Pop(1);
        }

        return names;
    }

    /// <summary>Runs one spec.</summary>
    /// <returns>The failure with a traceback; null on success.</returns>
    public string? Run(string name)
    {
        _lua.GetField(-1, "run");
        _lua.PushString(name);
        if (_lua.PCall(1, 0, 0) == LuaStatus.OK)
            return null;
        var problem = _lua.ToString(-1);
        _lua.Pop(1);
        return problem;
    }

    public virtual void Dispose()
    {
        _lua.Dispose();
        GC.SuppressFinalize(this);
    }

    internal static string RepositoryRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Bridge.sln")) || Path.Exists(Path.Combine(folder.FullName, ".git")))
            {
                return folder.FullName;
            }
        }

        throw new DirectoryNotFoundException("These tests run inside the repository, and it is not found above them.");
    }
}
