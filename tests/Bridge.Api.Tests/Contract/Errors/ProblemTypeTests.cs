using System.Text.RegularExpressions;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Tests.Features;
using Bridge.SocketPool;

namespace Bridge.Api.Tests.Contract.Errors;

public sealed partial class ProblemTypeTests(RefusingBridge bridge)
{
    private static string Page { get; } = File.ReadAllText(RepositoryRoot.Combine("docs", "troubleshooting.md"));

    [Fact]
    public void Every_problem_type_has_a_heading_and_every_heading_a_type() =>
        Assert.Equal(
            ProblemTypes.All.Select(type => type.Anchor).Order(StringComparer.Ordinal),
            Anchor().Matches(Page).Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal));

    [Fact]
    public void Every_section_begins_with_the_status_of_its_type() =>
        Assert.All(ProblemTypes.All, type => Assert.Contains($"## {type.Anchor}\n\n{type.Status}. ", Page, StringComparison.Ordinal));

    [Fact]
    public void Every_declared_type_is_listed_once()
    {
        var declared = typeof(ProblemTypes).GetFields().Where(field => field.FieldType == typeof(ProblemType))
            .Select(field => (ProblemType)field.GetValue(null)!);
        Assert.Equal(declared.OrderBy(type => type.Anchor), ProblemTypes.All.OrderBy(type => type.Anchor));
    }

    [Fact]
    public void Every_emulator_failure_has_its_own_type() =>
        Assert.Equal(Enum.GetValues<EmulatorFailure>().Length,
            Enum.GetValues<EmulatorFailure>().Select(ProblemTypes.Of).Except([ProblemTypes.InternalError]).Count());

    [Fact]
    public void Every_failure_and_state_has_the_name_of_its_type()
    {
        Assert.All(Enum.GetValues<EmulatorFailure>(), failure => Assert.Equal(ProblemTypes.Of(failure).Anchor, EmulatorNames.Of(failure)));
        Assert.All(Enum.GetValues<EmulatorState>(), state =>
            Assert.Equal(ProblemTypes.Of(state)?.Anchor ?? NameOf(state), EmulatorNames.Of(state)));
    }

    [Fact]
    public async Task The_bridge_serves_the_page_of_the_problem_types() =>
        Assert.Equal(Page, await bridge.Client.GetStringAsync(ProblemTypes.Page));

    // The name of a state that is no problem.
    private static string NameOf(EmulatorState state) => state switch
    {
        EmulatorState.Held => "held",
        EmulatorState.Stopped => "stopped",
        _ => "running",
    };

    [GeneratedRegex("^## ([a-z-]+)$", RegexOptions.Multiline)]
    private static partial Regex Anchor();
}
