using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Conditions;

/// <summary>A value in memory to wait for, in the form that the script takes.</summary>
internal readonly record struct AwaitedValue(MemoryAddress Address, string Type, string? Domain, string Comparison)
{
    /// <param name="condition">The condition.</param>
    /// <param name="symbols">The symbols of the game.</param>
    /// <exception cref="RequestException">A member is missing or invalid; the exception names it.</exception>
    public static AwaitedValue Read(Condition condition, SymbolsNow symbols)
    {
        var place = Parameters.Place(condition.Address, condition.Domain, symbols);
        var type = MemoryType.ParseOrDefault(condition.Type, place.Number);
        return new AwaitedValue(place.Address, type.Name, place.Domain, ComparisonOf(condition, type));
    }

    private static string ComparisonOf(Condition condition, MemoryType type)
    {
        var rule = ConditionRules.Comparison;
        var comparison = condition.Is ?? throw Parameters.Missing("is", $"one of {rule.Names}");
        if (!rule.Accepts(comparison))
            throw Parameters.Refuse("is", comparison, $"one of {rule.Names}");
        if (MemoryType.IsComparison(comparison))
            return type.Condition(comparison, condition.Value ?? throw Parameters.Missing("value", "the number to compare with"));
        return condition.Value is null
            ? comparison
            : throw new RequestException(ProblemTypes.InvalidParameter,
                $"value requires one of {MemoryType.ComparisonNames}; {comparison} takes no value.", "value");
    }
}
