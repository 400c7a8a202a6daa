using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Frames;

/// <summary>
/// A step of several emulators. buttons has one list for each of them, or one for all; leases and states have one entry for each.
/// </summary>
internal sealed record StepManyRequest(
    IReadOnlyList<string?>? Emulators, int? Frames = null, IReadOnlyList<IReadOnlyList<string?>?>? Buttons = null,
    IReadOnlyList<string?>? Leases = null, IReadOnlyList<string?>? States = null, IReadOnlyList<PlaceToRead?>? Read = null,
    bool? Draw = null, ScreenRequest? Screen = null);

/// <summary>The results in the order of the emulators.</summary>
internal sealed record StepManyResponse(IReadOnlyList<StepManyResult> Results);

/// <summary>The result of one emulator: what a single step returns, or its problem.</summary>
internal sealed record StepManyResult(
    string Emulator,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlaceRead>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ScreenTaken? Screen,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] StepProblem? Problem);

/// <summary>Why an emulator was not stepped.</summary>
internal sealed record StepProblem(string Type, string Title, int Status, string Detail)
{
    public static StepProblem Of(ProblemType type, string detail) => new(type.Uri, type.Title, type.Status, detail);

    /// <summary>Returns the problem of a failure; null if it is another one that fails the whole request.</summary>
    public static StepProblem? Of(Exception failure) => failure switch
    {
        RequestException refused => Of(refused.Type, refused.Message),
        EmulatorException failed => Of(ProblemTypes.Of(failed.Failure), failed.Message),
        _ => null,
    };
}

/// <summary>A problem in a binary response.</summary>
internal sealed record PlacedProblem(string Emulator, string Type, string Title, int Status, string Detail)
{
    public static PlacedProblem Of(string emulator, StepProblem problem) =>
        new(emulator, problem.Type, problem.Title, problem.Status, problem.Detail);
}
