namespace Bridge.Lua.Tests;

/// <summary>Runs the specs of the script as each system that mGBA runs on. They also run with <c>lua5.4 lua/spec/run.lua</c>.</summary>
public abstract class LuaSpecs(SpecSuite suite)
{
    [Fact]
    public void A_failing_spec_is_reported()
    {
        Assert.Contains("attempt to call a nil value", suite.Run("no such spec"), StringComparison.Ordinal);
    }

    protected void Run(string name)
    {
        var problem = suite.Run(name);

        Assert.True(problem is null, problem);
    }
}

/// <summary>Runs all specs, as on Linux.</summary>
public sealed class LuaSpecsOnLinux(LuaSpecsOnLinux.Suite suite) : LuaSpecs(suite), IClassFixture<LuaSpecsOnLinux.Suite>
{
    public static TheoryData<string> Cases => [.. SpecSuite.Names("linux")];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Spec(string name) => Run(name);

    [Fact]
    public void Every_file_of_specs_is_run()
    {
        var files = Directory.EnumerateFiles(Path.Combine(SpecSuite.RepositoryRoot(), "lua", "spec"), "*_spec.lua")
            .Select(path => Path.GetFileNameWithoutExtension(path).Replace("_spec", "", StringComparison.Ordinal).Replace('_', ' '));
        var run = SpecSuite.Names("linux").Select(name => name.Split(':')[0].Split(' ', 2)[1]).Distinct();

        Assert.Equal(files.Order(StringComparer.Ordinal), run.Order(StringComparer.Ordinal));
    }

    public sealed class Suite() : SpecSuite("linux");
}

/// <summary>Runs the specs that depend on the system, as on Windows.</summary>
public sealed class LuaSpecsOnWindows(LuaSpecsOnWindows.Suite suite) : LuaSpecs(suite), IClassFixture<LuaSpecsOnWindows.Suite>
{
    public static TheoryData<string> Cases => [.. SpecSuite.Names("windows")];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Spec(string name) => Run(name);

    public sealed class Suite() : SpecSuite("windows");
}

/// <summary>Runs the specs that depend on the system, as on macOS.</summary>
public sealed class LuaSpecsOnMac(LuaSpecsOnMac.Suite suite) : LuaSpecs(suite), IClassFixture<LuaSpecsOnMac.Suite>
{
    public static TheoryData<string> Cases => [.. SpecSuite.Names("macos")];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Spec(string name) => Run(name);

    public sealed class Suite() : SpecSuite("macos");
}
