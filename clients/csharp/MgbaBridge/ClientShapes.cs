using System.Text.Json.Serialization;

namespace MgbaBridge;

internal sealed record ProblemJson
{
    public int Status { get; init; }

    public string? Type { get; init; }

    public string? Title { get; init; }

    public string? Detail { get; init; }

    public string? Parameter { get; init; }

    public string? Emulator { get; init; }

    public bool? SafeToRepeat { get; init; }

    public string? TraceId { get; init; }
}

internal sealed record ReadJson(int? Id, string? Name, long? Value, string? Hex)
{
    public Reading Reading => Reading.Of(Value, Hex);
}

internal sealed record ReadingsJson(long Frame, IReadOnlyList<ReadJson>? Values, PixelsJson? Screen)
{
    public Readings Readings => new(Frame, [.. (Values ?? []).Select(each => each.Reading)], Screen?.Pixels);
}

internal sealed record KeyFrameJson(long Frame, byte[] Png);

internal sealed record StepSeenJson(int Step, long Frame, IReadOnlyList<ReadJson>? Values, byte[]? Png)
{
    [JsonIgnore]
    public StepSeen Seen =>
        new(Step, new Readings(Frame, [.. (Values ?? []).Select(each => each.Reading)]), OptionalBytes.Of(Png));
}

internal sealed record TurnJson(
    long Frame, long Frames, bool? Met, IReadOnlyList<ReadJson>? Values, byte[]? Png, IReadOnlyList<KeyFrameJson>? KeyFrames,
    long? PressedAt, long? ReleasedAt, IReadOnlyList<ConditionHeld>? Held, IReadOnlyList<StepSeenJson>? Steps)
{
    [JsonIgnore]
    public TurnResult Result => new(
        Frame, Frames, Met, new Readings(Frame, [.. (Values ?? []).Select(each => each.Reading)]), OptionalBytes.Of(Png),
        [.. (KeyFrames ?? []).Select(each => new KeyFrame(each.Frame, each.Png))], PressedAt, ReleasedAt, Held ?? [],
        [.. (Steps ?? []).Select(each => each.Seen)]);
}

internal sealed record WaitedJson(long Frame, int Waited, bool? Met, long? Value, IReadOnlyList<ConditionHeld>? Held);

internal sealed record NumberJson(long Value);

internal sealed record FrameJson(long Frame);

internal sealed record WriteJson(long Value, string? Type);

internal sealed record PressJson(IReadOnlyList<string> Buttons, int Hold, int Release, bool Wait);

internal sealed record SequenceJson(IReadOnlyList<SequenceStep> Steps, int Repeat, bool Wait, Until? Until = null);

internal sealed record ButtonsJson(IReadOnlyList<string> Buttons, int? LeaseMilliseconds);

internal sealed record WaitJson(int? Frames = null, Until? Until = null, int? TimeoutFrames = null);

internal sealed record HoldJson(double? LeaseSeconds, bool? Exclusive = null, string? Owner = null, string? Lease = null);

internal sealed record HoldBegunJson(string Lease, long Frame);

internal sealed record StepJson(
    int Frames, IReadOnlyList<string>? Buttons, string Lease, IReadOnlyList<Place>? Read, bool? Draw, PictureJson? Screen,
    SensorChange? Sensors);

internal sealed record WatchJson(
    string? Address, string? Type, int? Length, string? Domain, string? Name, int? IntervalFrames, bool Temporary,
    string? Achievement = null);

internal sealed record ListedWatchJson(
    int Id, string? Address, string? Chain, string? Type, int? Length, string? Domain, string? Name, int? IntervalFrames, bool Temporary,
    string? Achievement = null)
{
    public WatchJson Setting => new(Chain ?? Address, Type, Length, Domain, Name, IntervalFrames, Temporary, Achievement);
}

internal sealed record ListedWatchesJson(IReadOnlyList<ListedWatchJson> Watches);

internal sealed record SpeedJson(double Speed);

internal sealed record NameJson(string Name);

internal sealed record RomsJson(IReadOnlyList<NameJson> Roms);

internal sealed record RomLoadedJson(GameDescription? Game);

internal sealed record StatesJson(IReadOnlyList<NameJson> States);

internal sealed record RegisterJson(string Name, long Value);

internal sealed record InstructionJson(string Address, string Hex, string Text, string? Symbol, string? TargetSymbol)
{
    [JsonIgnore]
    public Instruction Instruction => new(Convert.ToUInt32(Address, 16), Convert.FromHexString(Hex), Text, Symbol, TargetSymbol);
}

internal sealed record DisassemblyJson(IReadOnlyList<InstructionJson> Instructions);

internal sealed record RegistersJson(IReadOnlyList<RegisterJson> Registers);

internal sealed record LogJson(string Message, string Level);

internal sealed record IdJson(long Id);

internal sealed record ChangeJson(long ChangesAt);

internal sealed record DomainJson(string Name, string Base, long Size);

internal sealed record SymbolJson(string Name, string Address, string? Domain, long? Size)
{
    public Symbol Symbol => new(Name, Convert.ToInt64(Address, 16), Domain, Size);
}

internal sealed record SymbolsJson(int Count, int Matches, IReadOnlyList<SymbolJson>? Symbols, string? Nearest, string? Format, int Skipped,
    string? File, string? Problem)
{
    public SymbolsFound Found =>
        new(Count, Matches, [.. (Symbols ?? []).Select(each => each.Symbol)], Nearest, Format, Skipped, File, Problem);
}

internal sealed record DomainsJson(IReadOnlyList<DomainJson> Domains);

internal sealed record WatchesJson(IReadOnlyList<Watch> Watches);

internal sealed record SearchJson(string Is, long? Value, int Limit)
{
    public int? Id { get; init; }

    public string? Address { get; init; }

    public int? Length { get; init; }

    public string? Type { get; init; }

    public string? Domain { get; init; }

    public bool? Aligned { get; init; }
}

internal sealed record MatchJson(string Address, long Value, long? Previous);

internal sealed record FoundJson(int Id, int Count, IReadOnlyList<MatchJson> Matches, long Frame)
{
    public Found Found => new(
        Id, Count, [.. Matches.Select(each => new Match(Convert.ToInt64(each.Address, 16), each.Value, each.Previous))], Frame);
}

internal sealed record OperationJson(
    string Op, string? Address = null, string? Type = null, int? Length = null, string? Domain = null, string? Is = null,
    long? Value = null, string? Hex = null, IReadOnlyList<string>? Buttons = null, int? Hold = null, int? Release = null,
    IReadOnlyList<SequenceStep>? Steps = null, int? Repeat = null, string? Name = null);

internal sealed record BatchJson(IReadOnlyList<OperationJson> Operations);

internal sealed record OperationDoneJson(bool? Passed, long? Value, string? Hex, byte[]? Png)
{
    public Reading Reading => Reading.Of(Value, Hex);
}

internal sealed record BatchDoneJson(long Frame, IReadOnlyList<OperationDoneJson> Results);

internal sealed record StateChoiceJson(string Name, string? Emulator);

internal sealed record LeaseSettingJson([property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] double? Seconds)
{
    public static LeaseSettingJson Of(TimeSpan lease) => new(lease == Timeout.InfiniteTimeSpan ? null : lease.TotalSeconds);
}

internal sealed record CreateJson(
    string Rom, string? Name, StateChoiceJson? State, string? Model, double? Speed, long? Clock, LeaseSettingJson? Lease,
    IReadOnlyDictionary<string, string>? Labels);

internal sealed record PictureJson(int Width, int Height, bool Gray, string Format)
{
    public static PictureJson? Of(Picture? picture) =>
        picture is null ? null : new PictureJson(picture.Width, picture.Height, picture.Gray, "raw");
}

internal sealed record StepManyJson(
    IReadOnlyList<string> Emulators, IReadOnlyList<string> Leases, int Frames, IReadOnlyList<string[]>? Buttons,
    IReadOnlyList<string?>? States, IReadOnlyList<Place>? Read, bool? Draw, PictureJson? Screen, IReadOnlyList<SensorChange?>? Sensors);

internal sealed record PixelsJson(int Width, int Height, bool Gray, byte[] Raw)
{
    public Pixels Pixels => new(Width, Height, Gray ? 1 : 3, Raw);
}

internal sealed record StepDoneJson(string Emulator, long Frame, IReadOnlyList<ReadJson>? Values, PixelsJson? Screen, ProblemJson? Problem);

internal sealed record StepManyDoneJson(IReadOnlyList<StepDoneJson> Results);

internal sealed record HealthJson(string Name, string State);

internal sealed record EmulatorsJson(IReadOnlyList<HealthJson> Emulators);

internal sealed record TicketJson(string For, int? Seconds);
