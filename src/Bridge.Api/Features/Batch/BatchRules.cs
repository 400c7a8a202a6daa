using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.SocketPool.Framing;
using Members = Bridge.Api.Features.Batch.OperationMembers;

namespace Bridge.Api.Features.Batch;

/// <summary>What a batch accepts: a list of operations, each with the members that its kind takes.</summary>
internal static class BatchRules
{
    private static readonly Dictionary<Members, MemberRule> Rules = new()
    {
        [Members.Address] = new("address", PointerChain.AddressRule, IsRequired: true),
        [Members.Type] = new("type", MemoryType.Rule),
        [Members.Length] = new("length", MemoryRules.PlaceLength),
        [Members.Domain] = new("domain", Parameters.DomainName),
        [Members.Is] = new("is", MemoryType.ComparisonRule, IsRequired: true),
        [Members.Value] = new("value", MemoryRules.Number),
        [Members.Hex] = new("hex", HexDigits.Rule),
        [Members.Buttons] = new("buttons", ButtonNames.SomeRule, IsRequired: true),
        [Members.Hold] = new("hold", InputRules.Hold),
        [Members.Release] = new("release", InputRules.Release),
        [Members.Name] = new("name", MemoryRules.RegisterName, IsRequired: true),
        [Members.Steps] = new("steps", InputRules.Steps, IsRequired: true),
        [Members.Repeat] = new("repeat", InputRules.Repeat),
    };

    private static readonly Dictionary<string, string> Descriptions = new()
    {
        ["read"] = "Reads a value of a type, or bytes of a length.",
        ["write"] = "Writes a value of a type, or bytes.",
        ["guard"] = "Skips the operations after it unless a value compares.",
        ["press"] = "Queues a press that begins in this frame.",
        ["sequence"] = "Queues a sequence that begins in this frame.",
        ["hold"] = "Holds exactly these buttons.",
        ["release"] = "Releases all buttons and empties the queue.",
        ["screen"] = "Takes a picture of the frame.",
        ["register"] = "Reads a register, or writes a value to it.",
    };

    /// <summary>Gets the rule for a batch. Its operations follow <see cref="BatchOperations.Takes"/>.</summary>
    public static ObjectRule Batch { get; } = new(typeof(BatchRequest),
        new MemberRule("operations", new ListRule(Operation(), 1, WireLimits.BatchOperations), IsRequired: true));

    private static UnionRule Operation() =>
        new(typeof(BatchOperation), "op", [.. BatchOperations.Takes.Select(kind => (kind.Op, ObjectOf(kind.Op, kind.Takes)))]);

    private static ObjectRule ObjectOf(string op, Members takes) => new(typeof(BatchOperation),
    [
        new("op", new ChoiceRule([op]), IsRequired: true),
        .. Rules.Where(pair => takes.HasFlag(pair.Key)).Select(pair => For(op, pair.Value)),
    ])
    {
        Schema = $"{char.ToUpperInvariant(op[0])}{op[1..]}Operation",
        Description = Descriptions[op],
        HasValueOfType = op is "write" or "guard",
        Never = op switch
        {
            "read" => [MemoryRules.LengthWithType, MemoryRules.ChainInDomain],
            "write" =>
            [
                """{"required": ["hex", "value"]}""", """{"required": ["hex", "type"]}""",
                """{"not": {"anyOf": [{"required": ["hex"]}, {"required": ["value"]}]}}""", MemoryRules.ChainInDomain,
            ],
            "guard" => [MemoryRules.ChainInDomain],
            _ => [],
        },
    };

    private static MemberRule For(string op, MemberRule member) => (op, member.Name) switch
    {
        ("guard", "value") => member with { IsRequired = true },
        ("register", "value") => member with { Rule = MemoryRules.RegisterNumber },
        ("hold", "buttons") => member with { Rule = ButtonNames.ListRule },
        _ => member,
    };
}
