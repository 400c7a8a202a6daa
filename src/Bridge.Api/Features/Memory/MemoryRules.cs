using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Memory;

/// <summary>What the bodies and parameters about memory and registers accept.</summary>
internal static class MemoryRules
{
    /// <summary>A pointer chain starts on the bus, and a symbol has its own domain.</summary>
    public const string ChainInDomain = """{"required": ["domain", "address"], "properties": {"address": {"pattern": "^[\\[A-Za-z_]"}}}""";

    /// <summary>A place is a value of a type, or a range of bytes.</summary>
    public const string LengthWithType = """{"required": ["length", "type"]}""";

    /// <summary>Gets the rule for the bytes of one read.</summary>
    public static IntegerRule RangeLength { get; } = new("length", 1, WireLimits.MemoryRangeBytes);

    /// <summary>Gets the rule for the bytes of a place among others.</summary>
    public static IntegerRule PlaceLength { get; } = new("length", 1, WireLimits.BatchReadBytes);

    /// <summary>Gets the rule for the matches in a response.</summary>
    public static IntegerRule Limit { get; } = new("limit", 0, 4096, 100);

    /// <summary>Gets the rule for the matches that a response leaves out before its first.</summary>
    public static IntegerRule Offset { get; } = new("offset", 0, WireLimits.MemoryRangeBytes, 0);

    /// <summary>Gets the rule for the id of a search in a path.</summary>
    public static IntegerRule SearchId { get; } = new("id", 1, int.MaxValue);

    /// <summary>Gets the rule for the name of a register.</summary>
    public static TextRule RegisterName { get; } = new() { Pattern = "^[0-9A-Za-z]+$", Min = 1, Max = 8 };

    /// <summary>Gets the rule for the value of a register.</summary>
    public static IntegerRule RegisterNumber { get; } = new("value", 0, uint.MaxValue);

    /// <summary>Gets the rule for a value of any type; the type limits it.</summary>
    public static IntegerRule Number { get; } = IntegerRule.Any64("value");

    /// <summary>Gets the rule for a place to read.</summary>
    public static ObjectRule Place { get; } = new(typeof(PlaceToRead),
        new("address", PointerChain.AddressRule, IsRequired: true), new("type", MemoryType.Rule), new("length", PlaceLength),
        new("domain", Parameters.DomainName)) { Never = [LengthWithType, ChainInDomain] };

    /// <summary>Gets the rule for the places of one read.</summary>
    public static ListRule Places { get; } = new(Place, 1, WireLimits.BatchOperations);

    /// <summary>Gets the rule for a value to write.</summary>
    public static ObjectRule Write { get; } = new(typeof(MemoryWrite),
        new("value", Number, IsRequired: true), new("type", MemoryType.Rule)) { HasValueOfType = true };

    /// <summary>Gets the rule for a value to write to a register.</summary>
    public static ObjectRule RegisterWrite { get; } = new(typeof(RegisterWrite), new MemberRule("value", RegisterNumber, IsRequired: true));

    /// <summary>Gets the rule for a search.</summary>
    public static ObjectRule Search { get; } = new(typeof(MemorySearchRequest),
        new("id", IntegerRule.Any32("id")), new("address", PointerChain.PlainAddressRule), new("length", RangeLength),
        new("domain", Parameters.DomainName), new("type", MemoryType.Rule with { Default = null, Schema = null }),
        new("aligned", new FlagRule("aligned", Default: true)), new("is", Comparison.Rule), new("value", Number),
        new("undo", new FlagRule("undo")), new("offset", Offset), new("limit", Limit))
    {
        HasValueOfType = true,
        Never =
        [
            """{"required": ["id", "address"]}""", """{"required": ["id", "length"]}""", """{"required": ["id", "domain"]}""",
            """{"required": ["id", "type"]}""", """{"required": ["id", "aligned"]}""",
            """{"required": ["undo", "is"], "properties": {"undo": {"type": "boolean", "enum": [true]}}}""",
            """{"required": ["undo", "value"], "properties": {"undo": {"type": "boolean", "enum": [true]}}}""",
            """{"required": ["undo"], "properties": {"undo": {"type": "boolean", "enum": [true]}}, "not": {"required": ["id"]}}""",
            """
            {"not": {"anyOf": [{"required": ["is"]},
                               {"required": ["undo"], "properties": {"undo": {"type": "boolean", "enum": [true]}}}]}}
            """,
            """{"not": {"anyOf": [{"required": ["id"]}, {"required": ["type"]}]}}""",
            """{"required": ["address"], "not": {"required": ["length"]}}""",
            """{"required": ["length"], "not": {"required": ["address"]}}""",
            ChainInDomain,
            """{"required": ["type", "length"], "properties": {"type": {"enum": ["u16", "i16"]}, "length": {"maximum": 1}}}""",
            """{"required": ["type", "length"], "properties": {"type": {"enum": ["u32", "i32"]}, "length": {"maximum": 3}}}""",
            Is([Operand.Before], """ "not": {"required": ["id"]} """),
            Is([Operand.Value], """ "not": {"required": ["value"]} """),
            Is([Operand.Before, Operand.None], """ "required": ["value"] """),
        ],
    };

    // A schema that refuses the comparisons with these operands together with other members.
    private static string Is(Operand[] with, string and) =>
        "{\"properties\": {\"is\": {\"enum\": ["
        + string.Join(", ", with.SelectMany(Comparison.NamesWith).Select(name => $"\"{name}\"")) + "]}}," + and + "}";
}
