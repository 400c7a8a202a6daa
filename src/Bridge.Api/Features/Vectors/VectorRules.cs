using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;

namespace Bridge.Api.Features.Vectors;

/// <summary>What the bodies and parameters about vectors accept (docs/protocol/vectors.md).</summary>
internal static class VectorRules
{
    /// <summary>Max games of a vector.</summary>
    public const int MaxGames = 256;

    /// <summary>Max values that a step reads of each game.</summary>
    public const int MaxReads = 64;

    /// <summary>Max starts of resets.</summary>
    public const int MaxStarts = 16;

    // The ten buttons.
    private const int MaxKeys = 1023;

    /// <summary>Gets the rule for the number of games.</summary>
    public static IntegerRule Count { get; } = new("count", 1, MaxGames);

    /// <summary>Gets the rule for the frames of a step.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, 3600, 1);

    /// <summary>Gets the rule for the number of a game.</summary>
    public static IntegerRule Game { get; } = new("game", 0, MaxGames - 1);

    /// <summary>Gets the rule for the number of a start.</summary>
    public static IntegerRule Start { get; } = new("start", 0, MaxStarts - 1, 0);

    /// <summary>Gets the rule for the buttons of a game as bits.</summary>
    public static IntegerRule Keys { get; } = new("keys", 0, MaxKeys);

    /// <summary>Gets the rule for the probability that a frame keeps the buttons of the one before.</summary>
    public static NumberRule Sticky { get; } = new("sticky", 0, 1, Default: 0);

    /// <summary>Gets the rule for the most frames without buttons after a reset.</summary>
    public static IntegerRule Noops { get; } = new("noops", 0, 3600, 0);

    /// <summary>Gets the rule for the seed of all random numbers.</summary>
    public static IntegerRule Seed { get; } = new("seed", 0, long.MaxValue, 0);

    /// <summary>Gets the rule for the width of a picture.</summary>
    public static IntegerRule Width { get; } = new("width", 1, 256);

    /// <summary>Gets the rule for the height of a picture.</summary>
    public static IntegerRule Height { get; } = new("height", 1, 224);

    /// <summary>Gets the rule for the frames of which a picture is the maximum.</summary>
    public static IntegerRule Last { get; } = new("last", 1, 2, 1);

    /// <summary>Gets the rule for a value to read.</summary>
    public static ObjectRule Value { get; } = new(typeof(ValueToRead),
        new("address", PointerChain.NumberRule, IsRequired: true), new("type", MemoryType.Rule), new("domain", Parameters.DomainName))
    {
        Never = ["""{"required": ["domain", "address"], "properties": {"address": {"pattern": "^\\["}}}"""],
    };

    /// <summary>Gets the rule for the values to read.</summary>
    public static ListRule Values { get; } = new(Value, 0, MaxReads);

    /// <summary>Gets the rule for a start.</summary>
    public static ObjectRule StartFrom { get; } = new(typeof(VectorStart),
        new("state", StateName.Rule), new("emulator", OnDemandRules.EmulatorName))
    {
        Never = ["""{"required": ["emulator"], "not": {"required": ["state"]}}"""],
    };

    /// <summary>Gets the rule for a vector to create.</summary>
    public static ObjectRule Create { get; } = new(typeof(CreateVectorRequest),
        new("rom", RomFolder.NameRule, IsRequired: true), new("count", Count, IsRequired: true), new("name", OnDemandRules.EmulatorName),
        new("frames", Frames), new("read", Values),
        new("picture", new ObjectRule(typeof(VectorPicture),
            new("width", Width, IsRequired: true), new("height", Height, IsRequired: true), new("gray", new FlagRule("gray")),
            new("last", Last))),
        new("starts", new ListRule(StartFrom, 0, MaxStarts) { TakesNull = true }), new("sticky", Sticky), new("noops", Noops),
        new("seed", Seed), new("model", OnDemandRules.Model), new("clock", OnDemandRules.Clock), new("lease", OnDemandRules.Lease));

    /// <summary>Gets the rule for the games of a step.</summary>
    public static ListRule Games { get; } = new(Game, 1, MaxGames) { IsUnique = true };

    /// <summary>Gets the rule for a step. Other code compares the lengths of the lists.</summary>
    public static ObjectRule Step { get; } = new(typeof(VectorStepRequest),
        new("games", Games), new("keys", new ListRule(Keys, 1, MaxGames)), new("buttons", new ListRule(ButtonNames.ListRule, 1, MaxGames)),
        new("frames", Frames), new("starts", new ListRule(Start, 1, MaxGames) { TakesNull = true }),
        new("seeds", new ListRule(Seed, 1, MaxGames) { TakesNull = true }))
    {
        Never = ["""{"required": ["keys", "buttons"]}"""],
    };

    /// <summary>Gets the rule for a reset.</summary>
    public static ObjectRule Reset { get; } = new(typeof(VectorResetRequest), new("games", Games), new("start", Start), new("seed", Seed));

    /// <summary>Gets the rule for what to read.</summary>
    public static ObjectRule Reads { get; } = new(typeof(VectorReads), new MemberRule("read", Values, IsRequired: true));

    /// <summary>Gets the rule for an emulator that continues a game of a vector.</summary>
    public static ObjectRule Emulator { get; } = new(typeof(VectorEmulatorRequest),
        new("name", OnDemandRules.EmulatorName), new("speed", OnDemandRules.Speed), new("lease", OnDemandRules.Lease),
        new("labels", OnDemandRules.Labels));
}
