using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Inspection;

/// <summary>What requests about the game's code in the past accept.</summary>
internal static class InspectionRules
{
    /// <summary>Max frames that a request looks at: ten minutes.</summary>
    public const int MaxFrames = 36_000;

    /// <summary>Gets the rule for the bytes of a range.</summary>
    public static IntegerRule Length { get; } = new("length", 1, 4096, 1);

    /// <summary>Gets the rule for the last frames.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, MaxFrames, 3600);

    /// <summary>Gets the rule for the first frame.</summary>
    public static IntegerRule From { get; } = new("from", 0, int.MaxValue);

    /// <summary>Gets the rule for the last frame.</summary>
    public static IntegerRule To { get; } = new("to", 0, int.MaxValue);

    /// <summary>Gets the rule for the first frame whose code is left out.</summary>
    public static IntegerRule ExceptFrom { get; } = new("exceptFrom", 0, int.MaxValue);

    /// <summary>Gets the rule for the last frame whose code is left out.</summary>
    public static IntegerRule ExceptTo { get; } = new("exceptTo", 0, int.MaxValue);

    /// <summary>Gets the rule for a frame.</summary>
    public static IntegerRule At { get; } = new("at", 0, int.MaxValue);

    /// <summary>Gets the rule for the instructions before the first one of a trace.</summary>
    public static IntegerRule Skip { get; } = new("skip", 0, 100_000_000, 0);

    /// <summary>Gets the rule for the instructions of a trace, as in emulator/host/inspection.h.</summary>
    public static IntegerRule Lines { get; } = new("lines", 1, 10_000, 100);

    /// <summary>Gets the rule for whether a trace has registers.</summary>
    public static FlagRule Registers { get; } = new("registers", Default: false);

    /// <summary>Returns the first and last address of a range on the bus.</summary>
    /// <exception cref="RequestException">The address or the length is wrong.</exception>
    public static (uint First, uint Last) RangeOf(string? address, long length, SymbolsNow? symbols)
    {
        var (first, domain) = Parameters.PlaceWithoutChain(address, domain: null, symbols);
        if (domain is not null)
            throw Parameters.Refuse("address", address!, "on the bus; a symbol in a bank has no address there");
        var last = first + (uint)(length - 1);
        // A sum beyond 32 bits wraps around.
        return last >= first ? (first, last) : throw Parameters.Refuse("length", $"{length}", "so short that the range ends on the bus");
    }
}
