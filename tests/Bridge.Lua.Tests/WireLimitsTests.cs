using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using Bridge.SocketPool.Framing;
using KeraLua;
using Xunit;

namespace Bridge.Lua.Tests;

/// <summary>
/// The bridge and the script have the same limits: each constant of <see cref="WireLimits"/> has its counterpart in
/// <c>lua/bridge/wire/limits.lua</c>, as <c>HeaderBytes</c> has <c>header_bytes</c>.
/// </summary>
public sealed partial class WireLimitsTests
{
    // FactBytes is the bridge's limit for the script's facts, which stay far below it. The version is in another module.
    private static readonly string[] WithoutCounterpart = [nameof(WireLimits.FactBytes), nameof(WireLimits.ProtocolVersion)];

    public static TheoryData<string, long> Limits =>
    [
        .. Constants().Where(constant => !WithoutCounterpart.Contains(constant.Name))
            .Select(constant => (constant.Name, Value(constant))),
    ];

    [Theory]
    [MemberData(nameof(Limits))]
    public void The_script_and_the_bridge_have_the_same_limits(string name, long limit)
    {
        Assert.Equal(limit, InScript($"require('bridge.wire.limits').{SnakeCase(name)}"));
    }

    [Fact]
    public void Ids_have_as_many_digits_as_other_numbers()
    {
        Assert.Equal(WireLimits.NumberDigits, InScript("require('bridge.wire.limits').id_digits"));
    }

    [Fact]
    public void Both_speak_the_same_version_of_the_protocol()
    {
        Assert.Equal(WireLimits.ProtocolVersion, InScript("require('bridge.wire.version').protocol"));
    }

    [Fact]
    public void A_missing_limit_is_found()
    {
        Assert.Null(InScript("require('bridge.wire.limits').no_such_limit"));
    }

    private static IEnumerable<FieldInfo> Constants() =>
        typeof(WireLimits).GetFields(BindingFlags.Public | BindingFlags.Static).Where(field => field.IsLiteral);

    private static long Value(FieldInfo constant) => Convert.ToInt64(constant.GetRawConstantValue(), CultureInfo.InvariantCulture);

    private static string SnakeCase(string name) => WordStart().Replace(name, "_").ToLowerInvariant();

    private static long? InScript(string expression)
    {
        using var lua = new KeraLua.Lua();
        var folder = Path.Combine(SpecSuite.RepositoryRoot(), "lua").Replace('\\', '/');
        if (lua.DoString($"package.path = '{folder}/?.lua;' .. package.path; return math.tointeger({expression})"))
            throw new InvalidOperationException(lua.ToString(-1));
        return lua.ToIntegerX(-1);
    }

    [GeneratedRegex("(?<=[a-z])(?=[A-Z])")]
    private static partial Regex WordStart();
}
