using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols;

/// <summary>What the parameters of a list of symbols accept.</summary>
internal static class SymbolRules
{
    /// <summary>Gets the rule for a part of a name.</summary>
    public static TextRule Find { get; } = new() { Min = 1, Max = SymbolName.Max };

    /// <summary>Gets the rule for the symbols of a list.</summary>
    public static IntegerRule Limit { get; } = new("limit", 0, 1000, 100);
}
