using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Input;

namespace Bridge.Api.Features.Batch;

/// <summary>Operations that run in one frame, in this order.</summary>
internal sealed record BatchRequest(IReadOnlyList<BatchOperation?>? Operations);

/// <summary>One operation; op names it and decides which other members it takes.</summary>
/// <remarks>Has setters, because the serializer is slow to call a constructor with this number of parameters.</remarks>
internal sealed record BatchOperation
{
    public string? Op { get; set; }

    public string? Address { get; set; }

    public string? Type { get; set; }

    public int? Length { get; set; }

    public string? Domain { get; set; }

    public string? Is { get; set; }

    public long? Value { get; set; }

    public string? Hex { get; set; }

    public IReadOnlyList<string?>? Buttons { get; set; }

    public int? Hold { get; set; }

    public int? Release { get; set; }

    public string? Name { get; set; }

    public IReadOnlyList<SequenceStep?>? Steps { get; set; }

    public int? Repeat { get; set; }

    /// <summary>Returns the members that are present, apart from op.</summary>
    public OperationMembers Given() =>
        (Address is null ? 0 : OperationMembers.Address) | (Type is null ? 0 : OperationMembers.Type)
            | (Length is null ? 0 : OperationMembers.Length)
        | (Domain is null ? 0 : OperationMembers.Domain) | (Is is null ? 0 : OperationMembers.Is)
        | (Value is null ? 0 : OperationMembers.Value)
        | (Hex is null ? 0 : OperationMembers.Hex) | (Buttons is null ? 0 : OperationMembers.Buttons)
        | (Hold is null ? 0 : OperationMembers.Hold)
        | (Release is null ? 0 : OperationMembers.Release) | (Name is null ? 0 : OperationMembers.Name)
        | (Steps is null ? 0 : OperationMembers.Steps) | (Repeat is null ? 0 : OperationMembers.Repeat);
}

/// <summary>Members of an operation, apart from op.</summary>
[Flags]
internal enum OperationMembers
{
    None = 0,
    Address = 1 << 0,
    Type = 1 << 1,
    Length = 1 << 2,
    Domain = 1 << 3,
    Is = 1 << 4,
    Value = 1 << 5,
    Hex = 1 << 6,
    Buttons = 1 << 7,
    Hold = 1 << 8,
    Release = 1 << 9,
    Name = 1 << 10,
    Steps = 1 << 11,
    Repeat = 1 << 12,
}

/// <summary>The result of each operation, all from the same frame.</summary>
internal sealed record BatchResponse(long Frame, IReadOnlyList<OperationResponse> Results);

/// <summary>The result of one operation: only the members that apply to it, none if the operation returns nothing.</summary>
internal sealed record OperationResponse(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Passed = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Skipped = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonConverter(typeof(HexBytes))]
    ReadOnlyMemory<byte>? Hex = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Id = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Dropped = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? ChangesAt = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Png = null);
