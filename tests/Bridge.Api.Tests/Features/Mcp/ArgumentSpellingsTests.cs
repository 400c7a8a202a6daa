using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>
/// Arguments as models and their clients really send them. The types of all tools' arguments are walked, so that no new argument is left
/// out.
/// </summary>
public sealed class ArgumentSpellingsTests
{
    private static readonly string[] Addresses = ["address", "to", "set", "writerOf"];

    public static TheoryData<string> Types => new(typeof(McpJson).GetProperties()
        .Where(property => property.Name.EndsWith("Arguments", StringComparison.Ordinal)).Select(property => property.Name));

    [Theory]
    [MemberData(nameof(Types))]
    public void Every_value_may_be_text(string name)
    {
        var (type, given) = SampleOf(name);
        foreach (var path in PathsIn(given, []))
        {
            // The arguments themselves are an object by the protocol, and text stays text.
            if (path.Length > 0 && At(given, path)!.GetValueKind() != JsonValueKind.String)
                AssertSame(type, given, Replace(given, path, AsText(At(given, path)!)));
        }

        AssertSame(type, given, (JsonObject)AllAsText(given, isRoot: true));
    }

    [Theory]
    [MemberData(nameof(Types))]
    public void Null_is_left_out(string name)
    {
        var (type, given) = SampleOf(name);
        foreach (var path in PathsIn(given, []).Where(path => path is [.., string]))
        {
            var without = given.DeepClone();
            At(without, path[..^1])!.AsObject().Remove((string)path[^1]);
            AssertSame(type, (JsonObject)without, Replace(given, path, null));
        }
    }

    [Theory]
    [MemberData(nameof(Types))]
    public void A_list_of_one_may_be_its_element_and_an_address_a_number(string name)
    {
        var (type, given) = SampleOf(name);
        foreach (var path in PathsIn(given, []).Where(path => path.Length > 0))
        {
            if (At(given, path) is JsonArray { } list && list[0]!.GetValueKind() is JsonValueKind.String or JsonValueKind.Object)
            {
                var one = Replace(given, path, new JsonArray(list[0]!.DeepClone()));
                AssertSame(type, one, Replace(given, path, list[0]!.DeepClone()));
            }

            if (path[^1] is string member && Addresses.Contains(member))
            {
                AssertSame(type, given, Replace(given, path, 0x02000020));
                AssertSame(type, given, Replace(given, path, 33554464.0));
            }
        }
    }

    [Theory]
    [InlineData("LookArguments", """{"scale": 2.0}""", """{"scale": 2}""")]
    [InlineData("LookArguments", """{"scale": "2.0"}""", """{"scale": 2}""")]
    [InlineData("LookArguments", """{"screen": "False"}""", """{"screen": false}""")]
    [InlineData("LookArguments", """{"read": ["0x03002348"]}""", """{"read": [{"address": "0x03002348"}]}""")]
    [InlineData("LookArguments", """{"read": "0x03002348"}""", """{"read": [{"address": "0x03002348"}]}""")]
    [InlineData("LookArguments", """{"read": [33554464]}""", """{"read": [{"address": "0x02000020"}]}""")]
    [InlineData("LookArguments", """{"read": "[0x02000008]+0x10"}""", """{"read": [{"address": "[0x02000008]+0x10"}]}""")]
    [InlineData("LookArguments", """{"read": "[\"0x03002348\"]"}""", """{"read": [{"address": "0x03002348"}]}""")]
    [InlineData("ActArguments", """{"press": "A"}""", """{"press": ["A"]}""")]
    [InlineData("ActArguments", """{"press": "[\"A\",\"B\"]"}""", """{"press": ["A", "B"]}""")]
    [InlineData("ActArguments", """{"screen": true}""", """{"screen": "end"}""")]
    [InlineData("ActArguments", """{"screen": "false"}""", """{"screen": "none"}""")]
    [InlineData("TryArguments", """{"ways": ["A", ["B"]]}""", """{"ways": [["A"], ["B"]]}""")]
    [InlineData("WriteArguments", """{"writes": [{"address": 33554464, "value": "0x7"}]}""",
        """{"writes": [{"address": "0x02000020", "value": 7}]}""")]
    [InlineData("LoadArguments", """{"name": "a", "keepCurrentAs": null}""", """{"name": "a", "keepCurrentAs": "before-load"}""")]
    [InlineData("DebugPastArguments", """{"coverage": "[1, \"2\"]"}""", """{"coverage": [1, 2]}""")]
    public void Other_spellings_with_one_meaning_are_accepted(string name, string given, string same) =>
        AssertSame(TypeOf(name), (JsonObject)JsonNode.Parse(same)!, (JsonObject)JsonNode.Parse(given)!);

    [Theory]
    [InlineData("LookArguments", """{"screen": 1}""", "screen must be true or false; got 1.")]
    [InlineData("LookArguments", """{"screen": "yes"}""", "screen must be true or false; got \"yes\".")]
    [InlineData("LookArguments", """{"scale": 2.5}""", "scale must be a whole number; got 2.5.")]
    [InlineData("LookArguments", """{"scale": "2x"}""", "scale must be a whole number; got \"2x\".")]
    [InlineData("LookArguments", """{"scale": true}""", "scale must be a whole number; got true.")]
    [InlineData("LookArguments", """{"read": "[33554464]"}""",
        "read must be a list of objects with address, type, length, domain; got \"[33554464]\".")]
    [InlineData("LookArguments", """{"read": [{"address": -1}]}""", "read[0].address must be a string; got -1.")]
    [InlineData("ActArguments", """{"press": 5}""", "press must be a list of strings; got 5.")]
    [InlineData("ActArguments", """{"press": {"A": 1}}""", "press must be a list of strings; got {\"A\":1}.")]
    [InlineData("ActArguments", """{"screen": 5}""", "screen must be a string; got 5.")]
    [InlineData("ActArguments", """{"unknown": null}""", "Unknown member \"unknown\"; the arguments of it must be an object with press")]
    [InlineData("TryArguments", """{"ways": "A"}""", "ways must be a list of lists of strings; got \"A\".")]
    [InlineData("SaveArguments", """{"name": 5}""", "name must be a string; got 5.")]
    [InlineData("WriteArguments", """{"writes": "{\"address\": \"1\", \"address\": \"2\"}"}""", "writes must be a list of objects with")]
    public void What_is_ambiguous_is_refused(string name, string given, string sentence)
    {
        var refused = Assert.Throws<RequestException>(() => Read(TypeOf(name), (JsonObject)JsonNode.Parse(given)!));
        Assert.StartsWith(sentence, refused.Message, StringComparison.Ordinal);
    }

    private static JsonTypeInfo TypeOf(string name) => (JsonTypeInfo)typeof(McpJson).GetProperty(name)!.GetValue(McpJson.Context)!;

    private static (JsonTypeInfo Type, JsonObject Given) SampleOf(string name) => (TypeOf(name), (JsonObject)SampleOf(TypeOf(name)));

    private static JsonNode SampleOf(JsonTypeInfo type, string name = "") => type.Kind switch
    {
        JsonTypeInfoKind.Object => new JsonObject(type.Properties.Select(property => KeyValuePair.Create(
            property.Name, (JsonNode?)SampleOf(type.Options.GetTypeInfo(property.PropertyType), property.Name)))),
        JsonTypeInfoKind.Enumerable => new JsonArray(
            SampleOf(type.Options.GetTypeInfo(type.ElementType!)), SampleOf(type.Options.GetTypeInfo(type.ElementType!))),
        _ => (Nullable.GetUnderlyingType(type.Type) ?? type.Type) switch
        {
            var plain when plain == typeof(string) => Addresses.Contains(name) ? "0x02000020" : "a",
            var plain when plain == typeof(bool) => true,
            var plain when plain == typeof(double) => 0.5,
            var plain when plain == typeof(int) || plain == typeof(long) => 7,
            var plain => throw new NotSupportedException($"What is a sample of {plain}?"),
        },
    };

    private static IEnumerable<object[]> PathsIn(JsonNode? node, object[] path)
    {
        yield return path;
        var inner = node switch
        {
            JsonObject members => members.SelectMany(member => PathsIn(member.Value, [.. path, member.Key])),
            JsonArray list => list.SelectMany((element, index) => PathsIn(element, [.. path, index])),
            _ => [],
        };
        foreach (var each in inner)
            yield return each;
    }

    private static JsonNode? At(JsonNode node, object[] path) =>
        path.Aggregate((JsonNode?)node, (at, step) => step is int index ? at![index] : at![(string)step]);

    private static JsonObject Replace(JsonObject given, object[] path, JsonNode? value)
    {
        var copy = given.DeepClone();
        var owner = At(copy, path[..^1])!;
        if (path[^1] is int index)
            owner[index] = value;
        else
            owner[(string)path[^1]] = value;
        return (JsonObject)copy;
    }

    private static JsonNode AsText(JsonNode value) => value.ToJsonString();

    // Values inside a list or object become text as well, so a list in a list is text within text.
    private static JsonNode AllAsText(JsonNode node, bool isRoot = false)
    {
        JsonNode whole = node switch
        {
            JsonObject members => new JsonObject(members.Select(each => KeyValuePair.Create(each.Key, (JsonNode?)AllAsText(each.Value!)))),
            JsonArray list => new JsonArray([.. list.Select(each => AllAsText(each!))]),
            _ => node.DeepClone(),
        };
        return isRoot || whole.GetValueKind() == JsonValueKind.String ? whole : AsText(whole);
    }

    private static void AssertSame(JsonTypeInfo type, JsonObject expected, JsonObject given) =>
        Assert.Equal(Write(Read(type, expected), type), Write(Read(type, given), type));

    private static object Read(JsonTypeInfo type, JsonObject given)
    {
        var arguments = given.ToDictionary(member => member.Key, member => JsonSerializer.SerializeToElement(member.Value));
        try
        {
            return typeof(ToolArguments).GetMethod(nameof(ToolArguments.Read))!.MakeGenericMethod(type.Type)
                .Invoke(null, [arguments, type, "it"])!;
        }
        catch (System.Reflection.TargetInvocationException failed) when (failed.InnerException is RequestException refused)
        {
            throw refused;
        }
    }

    // Compares as text, because records compare their lists by reference.
    private static string Write(object value, JsonTypeInfo type)
    {
        var text = new System.Text.StringBuilder();
        Write(value, type);
        return text.ToString();

        void Write(object? part, JsonTypeInfo of)
        {
            text.Append(' ');
            if (part is not null && of.Kind == JsonTypeInfoKind.Object)
                foreach (var property in of.Properties)
                    Write(property.Get!(part), of.Options.GetTypeInfo(property.PropertyType));
            else if (part is not null && of.Kind == JsonTypeInfoKind.Enumerable)
                foreach (var element in (System.Collections.IEnumerable)part)
                    Write(element, of.Options.GetTypeInfo(of.ElementType!));
            else
                text.Append(CultureInfo.InvariantCulture, $"{part ?? "null"}");
        }
    }
}
