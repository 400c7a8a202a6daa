using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>A value in memory to wait for, in the form that the emulator takes.</summary>
internal readonly record struct AwaitedValue(MemoryAddress Address, string Type, string? Domain, string Condition)
{
    /// <exception cref="RequestException">A member is missing or invalid; the exception names it.</exception>
    public static AwaitedValue Read(WaitCondition until)
    {
        var address = Parameters.NeededAddress(until.Address);
        var domain = Parameters.Domain(until.Domain, address);
        var type = MemoryType.ParseOrDefault(until.Type);
        return new AwaitedValue(address, type.Name, domain, ConditionOf(until, type));
    }

    private static string ConditionOf(WaitCondition until, MemoryType type)
    {
        var comparison = until.Is ?? throw Parameters.Missing("is", $"one of {MemoryType.ComparisonNames}, {FrameRules.Changed}");
        if (comparison == FrameRules.Changed)
        {
            return until.Value is null
                ? FrameRules.Changed
                : throw new RequestException(ProblemTypes.InvalidParameter,
                    $"value requires one of {MemoryType.ComparisonNames}; {FrameRules.Changed} takes no value.", "value");
        }

        if (!MemoryType.IsComparison(comparison))
            throw Parameters.Refuse("is", comparison, $"one of {MemoryType.ComparisonNames}, {FrameRules.Changed}");
        return type.Condition(comparison, until.Value ?? throw Parameters.Missing("value", "the number to compare with"));
    }
}
