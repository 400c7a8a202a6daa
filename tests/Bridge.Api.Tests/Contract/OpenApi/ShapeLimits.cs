using System.Text.Json.Nodes;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Cheats;
using Bridge.Api.Features.Doors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Structures;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Says what the members of responses look like. Members of the same name look alike in all responses.</summary>
internal static class ShapeLimits
{
    private static readonly string[] SequenceStates = ["queued", "running", "done", "cancelled", "interrupted"];

    /// <summary>Returns the schema of a value that is not an object; null if it is one.</summary>
    public static JsonObject? Simple(Type type) =>
        type == typeof(string) ? Typed("string")
        : type == typeof(bool) ? Typed("boolean")
        : type == typeof(int) ? Typed("integer", "int32")
        : type == typeof(long) ? Typed("integer", "int64")
        : type == typeof(double) ? Typed("number", "double")
        : type == typeof(DateTimeOffset) ? Typed("string", "date-time")
        : type == typeof(byte[]) ? Typed("string", "byte")
        // Bytes in JSON are hexadecimal digits (HexBytes).
        : type == typeof(ReadOnlyMemory<byte>) ? Text("^([0-9a-f]{2})*$")
        : type == typeof(Stream) ? SchemaBook.Bytes()
        // Its form depends on the file of types that a user has stored.
        : type == typeof(DataContents) ? []
        : null;

    /// <summary>Returns the schema of a member that is narrower than its type; null if it is not.</summary>
    public static JsonObject? Of(SchemaBook book, Type owner, string name, Type type) => (owner.Name, name) switch
    {
        ("Problem", "type") => new JsonObject
        {
            ["type"] = "string", ["format"] = "uri-reference",
            ["x-extensible-enum"] = Words(ProblemTypes.All.Select(problem => problem.Uri)),
        },
        ("EmulatorProblem" or "PartProblem", "type") => Typed("string", "uri-reference"),
        ("Problem" or "PartProblem", "status") => new JsonObject
        {
            ["type"] = "integer", ["format"] = "int32", ["minimum"] = 400, ["maximum"] = 599,
        },
        ("HealthReport", "status") => OneOf(
            book, "BridgeStatus", "Whether every emulator can be used.", ["ready", "unready", "stopping"]),
        ("SequenceNow" or "SequenceCancelled", "state") => OneOf(
            book, "SequenceState", "What has become of a press or sequence.", SequenceStates),
        ("ClipShape", "state") => OneOf(book, "ClipState", "How far a clip is.", ["waiting", "rendering", "done", "failed"]),
        ("CheatDescription", "type") => book.Rules.Of(CheatRules.Type with { Default = null }),
        (_, "state") => book.Rules.Of(StateNames.Rule),
        // These may also be a structure of the file of types, or a pointer.
        ("StructureRead" or "FieldDescription" or "TypedSymbolDescription", "type") => null,
        (_, "type") => book.Rules.Of(MemoryType.Rule with { Default = null }),
        (_, "held" or "down") when type == typeof(string) => book.Rules.Of(ButtonNames.Rule),
        ("WatchDescription", "address") => SchemaBook.OrNull(Text("^0x[0-9A-F]{8}$")),
        ("DoorDescription", "address") => Text("^[^ ]+:[0-9]{1,5}$"),
        ("DoorDescription", "kind") => book.Rules.Of(DoorRules.Kind),
        ("DoorDescription", "access") => book.Rules.Of(DoorRules.Access with { Default = null }),
        (_, "address" or "base") => Text("^0x[0-9A-F]{8}$"),
        (_, "crc32") => Text("^0x[0-9A-F]{1,8}$"),
        ("RegisterValue" or "RegisterDescription", "hex") => Text("^0x[0-9A-F]{8}$"),
        (_, "platform") => OneOf(book, "Platform", "The platform of a game: Game Boy Advance or Game Boy.", ["GBA", "GB"]),
        // The frame of a watch is -1 before its first reading.
        (_, "value" or "previous") or ("WatchDescription", "frame") => null,
        _ when type == typeof(int) || type == typeof(long) || type == typeof(double) => AtLeastZero(type),
        _ => null,
    };

    private static JsonObject AtLeastZero(Type type)
    {
        var schema = Simple(type)!;
        schema["minimum"] = 0;
        return schema;
    }

    private static JsonObject OneOf(SchemaBook book, string name, string description, IEnumerable<string> words)
    {
        book.Describe(name, description);
        return book.Refer(name, () => new JsonObject { ["type"] = "string", ["enum"] = Words(words) });
    }

    private static JsonArray Words(IEnumerable<string> words) => new([.. words.Select(word => (JsonNode)word)]);

    private static JsonObject Text(string pattern) => new() { ["type"] = "string", ["pattern"] = pattern };

    private static JsonObject Typed(string type, string? format = null)
    {
        var schema = new JsonObject { ["type"] = type };
        if (format is not null)
            schema["format"] = format;
        return schema;
    }
}
