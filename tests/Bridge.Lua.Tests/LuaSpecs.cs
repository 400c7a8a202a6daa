namespace Bridge.Lua.Tests;

/// <summary>Runs the specs of the script as each system that mGBA runs on. They also run with <c>lua5.4 lua/spec/run.lua</c>.</summary>
public abstract class LuaSpecs(SpecSuite suite)
{
    public static TheoryData<string> Cases => [.. SpecSuite.Names()];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Spec(string name)
    {
        var problem = suite.Run(name);

        Assert.True(problem is null, problem);
    }

    [Fact]
    public void There_are_specs()
    {
        Assert.True(SpecSuite.Names().Count > 300);
    }

    [Fact]
    public void A_failing_spec_is_reported()
    {
        Assert.Contains("attempt to call a nil value", suite.Run("no such spec"), StringComparison.Ordinal);
    }
}

/// <summary>Runs the specs as on Linux.</summary>
public sealed class LuaSpecsOnLinux(LuaSpecsOnLinux.Suite suite) : LuaSpecs(suite), IClassFixture<LuaSpecsOnLinux.Suite>
{
    public sealed class Suite() : SpecSuite("linux");
}

/// <summary>Runs the specs as on Windows.</summary>
public sealed class LuaSpecsOnWindows(LuaSpecsOnWindows.Suite suite) : LuaSpecs(suite), IClassFixture<LuaSpecsOnWindows.Suite>
{
    public sealed class Suite() : SpecSuite("windows");
}

/// <summary>Runs the specs as on macOS.</summary>
public sealed class LuaSpecsOnMac(LuaSpecsOnMac.Suite suite) : LuaSpecs(suite), IClassFixture<LuaSpecsOnMac.Suite>
{
    public sealed class Suite() : SpecSuite("macos");
}
