
namespace Bridge.Lua.Tests;

/// <summary>Runs the specs of the script, each in a Lua 5.4 state of its own. They also run with <c>lua5.4 lua/spec/run.lua</c>.</summary>
public sealed class LuaSpecs
{
    public static TheoryData<string> Cases => [.. SpecSuite.Names()];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Spec(string name)
    {
        using var suite = new SpecSuite();

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
        using var suite = new SpecSuite();

        Assert.Contains("attempt to call a nil value", suite.Run("no such spec"), StringComparison.Ordinal);
    }
}
