using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Endpoints;

/// <summary>Operations that run in one frame, in this order.</summary>
internal sealed record Batch(IReadOnlyList<BatchOperation?>? Operations);

/// <summary>One operation; op says which, and which of the other members belong to it.</summary>
internal sealed record BatchOperation(
    string? Op, string? Address = null, string? Type = null, int? Length = null, string? Domain = null, string? Is = null, long? Value = null,
    string? Hex = null, IReadOnlyList<string?>? Buttons = null, int? Hold = null, int? Release = null, string? Name = null)
{
    /// <summary>The members that are there, apart from op.</summary>
    public IEnumerable<string> Members()
    {
        (string Name, object? Value)[] all =
        [
            ("address", Address), ("type", Type), ("length", Length), ("domain", Domain), ("is", Is), ("value", Value), ("hex", Hex),
            ("buttons", Buttons), ("hold", Hold), ("release", Release), ("name", Name),
        ];
        return all.Where(member => member.Value is not null).Select(member => member.Name);
    }
}

/// <summary>What each operation gave, all in the same frame.</summary>
internal sealed record BatchAnswer(long Frame, IReadOnlyList<OperationAnswer> Results);

/// <summary>What an operation gave: only the member that belongs to it, and nothing for one that has nothing to tell.</summary>
internal sealed record OperationAnswer(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Passed = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Skipped = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Id = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Png = null);
