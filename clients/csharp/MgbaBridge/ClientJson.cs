using System.Text.Json.Serialization;

namespace MgbaBridge;

internal sealed record ProblemJson
{
    public string? Type { get; init; }

    public string? Title { get; init; }

    public string? Detail { get; init; }

    public string? Parameter { get; init; }

    public string? Emulator { get; init; }

    public bool? SafeToRepeat { get; init; }

    public string? TraceId { get; init; }
}

internal sealed record ReadJson(string? Name, long? Value, string? Hex)
{
    public Reading Reading => Reading.Of(Value, Hex);
}

internal sealed record ReadingsJson(long Frame, IReadOnlyList<ReadJson>? Values)
{
    public Readings Readings => new(Frame, [.. (Values ?? []).Select(each => each.Reading)]);
}

internal sealed record TurnJson(long Frame, long Frames, bool? Met, IReadOnlyList<ReadJson>? Values, byte[]? Png);

internal sealed record NumberJson(long Value);

internal sealed record FrameJson(long Frame);

internal sealed record WriteJson(long Value, string Type);

internal sealed record PressJson(IReadOnlyList<string> Buttons, int Hold, int Release, bool Wait);

internal sealed record SequenceJson(IReadOnlyList<SequenceStep> Steps, int Repeat, bool Wait);

internal sealed record ButtonsJson(IReadOnlyList<string> Buttons, int? LeaseMilliseconds);

internal sealed record WaitJson(int? Frames, Condition? Until, int? TimeoutFrames);

internal sealed record HoldJson(double? LeaseSeconds, bool? Exclusive, string? Owner, string? Lease);

internal sealed record LeaseJson(string Lease);

internal sealed record StepJson(int Frames, IReadOnlyList<string>? Buttons, string Lease, IReadOnlyList<Place>? Read, bool? Draw);

internal sealed record WatchJson(
    string Address, string? Type, int? Length, string? Domain, string? Name, int? IntervalFrames, bool Temporary);

internal sealed record SpeedJson(double Speed);

internal sealed record RomJson(string Name);

internal sealed record StoredStateJson(string Name);

internal sealed record StatesJson(IReadOnlyList<StoredStateJson> States);

internal sealed record HealthJson(string Name, string State);

internal sealed record EmulatorsJson(IReadOnlyList<HealthJson> Emulators);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ProblemJson))]
[JsonSerializable(typeof(ReadJson))]
[JsonSerializable(typeof(ReadingsJson))]
[JsonSerializable(typeof(TurnJson))]
[JsonSerializable(typeof(NumberJson))]
[JsonSerializable(typeof(FrameJson))]
[JsonSerializable(typeof(WriteJson))]
[JsonSerializable(typeof(PressJson))]
[JsonSerializable(typeof(SequenceJson))]
[JsonSerializable(typeof(ButtonsJson))]
[JsonSerializable(typeof(WaitJson))]
[JsonSerializable(typeof(HoldJson))]
[JsonSerializable(typeof(LeaseJson))]
[JsonSerializable(typeof(StepJson))]
[JsonSerializable(typeof(WatchJson))]
[JsonSerializable(typeof(SpeedJson))]
[JsonSerializable(typeof(RomJson))]
[JsonSerializable(typeof(StatesJson))]
[JsonSerializable(typeof(EmulatorsJson))]
[JsonSerializable(typeof(Turn))]
[JsonSerializable(typeof(Place[]))]
[JsonSerializable(typeof(Pressed))]
[JsonSerializable(typeof(ButtonState))]
[JsonSerializable(typeof(Waited))]
[JsonSerializable(typeof(Watch))]
[JsonSerializable(typeof(EmulatorDescription))]
internal sealed partial class ClientJson : JsonSerializerContext;
