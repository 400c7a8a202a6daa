using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;

namespace Bridge.Api.Features.Frames;

/// <summary>
/// A step of several emulators. buttons has one list for each of them, or one for all; leases, states and sensors have one entry for each.
/// </summary>
internal sealed record StepManyRequest(
    IReadOnlyList<string?>? Emulators, int? Frames = null, IReadOnlyList<IReadOnlyList<string?>?>? Buttons = null,
    IReadOnlyList<string?>? Leases = null, IReadOnlyList<string?>? States = null, IReadOnlyList<SensorsRequest?>? Sensors = null,
    IReadOnlyList<PlaceToRead?>? Read = null, bool? Draw = null, ScreenRequest? Screen = null);

/// <summary>The results in the order of the emulators.</summary>
internal sealed record StepManyResponse(IReadOnlyList<StepManyResult> Results);

/// <summary>The result of one emulator: what a single step returns, or its problem.</summary>
internal sealed record StepManyResult(
    string Emulator,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlaceRead>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ScreenTaken? Screen,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] PartProblem? Problem);

/// <summary>A problem in a binary response.</summary>
internal sealed record PlacedProblem(string Emulator, string Type, string Title, int Status, string Detail)
{
    public static PlacedProblem Of(string emulator, PartProblem problem) =>
        new(emulator, problem.Type, problem.Title, problem.Status, problem.Detail);
}
