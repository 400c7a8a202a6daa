using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>
/// An emulator's name, state and problem, and one sentence that says what to do next. title: the game's, if it is known. created: only for
/// an emulator that a client created. host and direct: only in a fleet, the id of its host and the address of that host's bridge.
/// </summary>
internal sealed record EmulatorHealth(
    string Name, string State, EmulatorProblem? Problem, string Next,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Title = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CreatedDescription? Created = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Host = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Direct = null)
{
    /// <summary>Returns the health of an emulator that a client created.</summary>
    public static EmulatorHealth Of(CreatedEmulator created) => created.Failure is { } reason
        ? new EmulatorHealth(
            created.Name, StateNames.Failed, new EmulatorProblem(ProblemTypes.EmulatorFailed.Uri, reason), reason, TitleOf(created.Client),
            created.Describe())
        : Of(created.Client) with { Created = created.Describe() };

    public static EmulatorHealth Of(EmulatorClient emulator) => Of(emulator, NextStep.Of(emulator));

    /// <summary>Returns the same, after it has requested from the script which client holds the game.</summary>
    public static async Task<EmulatorHealth> AskAsync(EmulatorClient emulator, CancellationToken cancellationToken) =>
        Of(emulator, await NextStep.AskAsync(emulator, cancellationToken));

    private static EmulatorHealth Of(EmulatorClient emulator, string next) =>
        new(emulator.Name, EmulatorNames.Of(emulator.State), EmulatorProblem.Of(emulator, next), next, TitleOf(emulator));

    private static string? TitleOf(EmulatorClient emulator) =>
        GameDescription.Of(emulator.Status)?.Title is { Length: > 0 } title ? title : null;
}

/// <summary>What is wrong with an emulator, and one sentence that says what to do about it.</summary>
internal sealed record EmulatorProblem(string Type, string Advice)
{
    /// <summary>Returns the problem of an emulator's state; null while it runs.</summary>
    public static EmulatorProblem? Of(EmulatorClient emulator) => Of(emulator, NextStep.Of(emulator));

    /// <summary>Returns the same with other advice.</summary>
    public static EmulatorProblem? Of(EmulatorClient emulator, string advice) =>
        ProblemTypes.Of(emulator.State) is { } type ? new EmulatorProblem(type.Uri, advice) : null;
}

/// <summary>The bridge's version, the health of every emulator, and the doors that are open for other tools.</summary>
internal sealed record HealthReport(
    string Version, string Commit, string Status, IReadOnlyList<EmulatorHealth> Emulators, IReadOnlyList<DoorDescription> Doors);
