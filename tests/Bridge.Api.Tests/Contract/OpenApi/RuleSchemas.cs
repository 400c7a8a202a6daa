using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Converts the rules that the parsers check with into schemas.</summary>
internal sealed class RuleSchemas(SchemaBook book)
{
    /// <summary>Returns the name in the error sentences of a rule; null if it has none.</summary>
    public static string? NameOf(ValueRule rule) => rule switch
    {
        IntegerRule number => number.Name,
        NumberRule number => number.Name,
        FlagRule flag => flag.Name,
        FlagOrObjectRule either => either.Flag.Name,
        _ => null,
    };

    public JsonObject Of(ValueRule rule)
    {
        var name = rule.Schema ?? (rule as ObjectRule)?.Type.Name ?? (rule as UnionRule)?.Type.Name;
        if (name is null)
            return Make(rule);
        book.Describe(name, rule.Description);
        var reference = book.Refer(name, () => Make(rule is ChoiceRule choice ? choice with { Default = null } : rule));
        return rule is ChoiceRule { Default: { } word }
            ? new JsonObject { ["allOf"] = new JsonArray(reference), ["default"] = word }
            : reference;
    }

    private JsonObject Make(ValueRule rule) => rule switch
    {
        IntegerRule number => Integer(number),
        NumberRule number => Number(number),
        FlagRule flag => new JsonObject { ["type"] = "boolean", ["default"] = flag.Default },
        ChoiceRule choice => Choice(choice),
        TextRule text => Text(text),
        ListRule list => List(list),
        ObjectRule members => Object(members),
        UnionRule union => Union(union),
        FlagOrObjectRule either => new JsonObject
            { ["description"] = either.Description, ["oneOf"] = new JsonArray(Of(either.Flag), Of(either.Object)) },
        MapRule map => Map(map),
        AnyObjectRule => new JsonObject { ["type"] = "object", ["additionalProperties"] = true },
        _ => throw new NotSupportedException($"{rule}"),
    };

    private static JsonObject Integer(IntegerRule rule)
    {
        var schema = new JsonObject { ["type"] = "integer", ["format"] = rule.Max <= int.MaxValue ? "int32" : "int64" };
        if (rule.Min > long.MinValue && rule != IntegerRule.Any32(rule.Name))
            (schema["minimum"], schema["maximum"]) = (rule.Min, rule.Max);
        if (rule.Default is { } number)
            schema["default"] = number;
        return schema;
    }

    private static JsonObject Number(NumberRule rule)
    {
        var schema = new JsonObject
        {
            ["type"] = "number", ["format"] = "double", ["minimum"] = rule.Besides ?? rule.Min, ["maximum"] = rule.Max,
        };
        if (rule.Besides is { } other)
        {
            // What lies between that number and the range.
            schema["not"] = new JsonObject
            {
                ["minimum"] = other, ["exclusiveMinimum"] = true, ["maximum"] = rule.Min, ["exclusiveMaximum"] = true,
            };
        }

        if (rule.Default is { } number)
            schema["default"] = number;
        return schema;
    }

    private static JsonObject Choice(ChoiceRule rule)
    {
        var schema = new JsonObject { ["type"] = "string", ["enum"] = new JsonArray([.. rule.Choices.Select(word => (JsonNode)word)]) };
        if (rule.Default is { } word)
            schema["default"] = word;
        if (rule.IgnoresCase)
            schema["x-ignores-case"] = true;
        return schema;
    }

    private static JsonObject Text(TextRule rule)
    {
        var schema = new JsonObject { ["type"] = "string" };
        if (rule.Min > 0)
            schema["minLength"] = rule.Min;
        if (rule.Max is { } max)
            schema["maxLength"] = max;
        if (rule.Pattern is { } pattern)
            schema["pattern"] = pattern;
        return schema;
    }

    private JsonObject List(ListRule rule)
    {
        var schema = new JsonObject { ["type"] = "array" };
        if (rule.Min > 0)
            schema["minItems"] = rule.Min;
        if (rule.Max is { } max)
            schema["maxItems"] = max;
        if (rule.IsUnique)
            schema["uniqueItems"] = true;
        schema["items"] = rule.TakesNull ? SchemaBook.OrNull(Of(rule.Element)) : Of(rule.Element);
        return schema;
    }

    private static JsonObject Map(MapRule rule) => new()
    {
        ["type"] = "object", ["maxProperties"] = rule.Max, ["additionalProperties"] = Text(rule.Value),
        ["x-property-names"] = Text(rule.Name),
    };

    private JsonObject Object(ObjectRule rule)
    {
        CheckMembers(rule);
        var schema = new JsonObject { ["type"] = "object" };
        if (rule.Members.Where(member => member.IsRequired).ToArray() is { Length: > 0 } required)
            schema["required"] = new JsonArray([.. required.Select(member => (JsonNode)member.Name)]);
        var properties = new JsonObject();
        foreach (var member in rule.Members)
            properties[member.Name] = member.IsRequired ? Of(member.Rule) : SchemaBook.OrNull(Of(member.Rule));
        schema["properties"] = properties;
        schema["additionalProperties"] = false;
        var never = rule.Never.Select(text => JsonNode.Parse(text)!.AsObject())
            .Concat(rule.HasValueOfType ? ValuesBeyondType(rule) : []).ToArray();
        foreach (var refused in never)
            ExcludeNull(refused, rule);
        if (never.Length > 0)
            schema["not"] = never.Length == 1 ? never[0] : new JsonObject { ["anyOf"] = new JsonArray([.. never]) };
        return schema;
    }

    private JsonObject Union(UnionRule rule)
    {
        var (cases, mapping) = (new JsonArray(), new JsonObject());
        foreach (var (value, members) in rule.Cases)
        {
            var reference = Of(members);
            mapping[value] = reference["$ref"]!.GetValue<string>();
            cases.Add(reference);
        }

        return new JsonObject
        {
            ["oneOf"] = cases,
            ["discriminator"] = new JsonObject { ["propertyName"] = rule.Member, ["mapping"] = mapping },
        };
    }

    // For each type, the combination of that type and a value outside its range.
    private static IEnumerable<JsonObject> ValuesBeyondType(ObjectRule rule)
    {
        var hasMask = rule.Members.Any(member => member.Name == "is" && member.Rule is ChoiceRule choice && choice.Accepts("mask"));
        foreach (var type in MemoryType.Types)
        {
            var accepted = Range(type.Min, type.Max);
            // A mask has the bits of the unsigned type, also for a signed one.
            if (type.Min < 0 && hasMask)
                accepted = Any(Both(Masks(), Range(0, (1L << (8 * type.Width)) - 1)), Both(Not(Masks()), accepted));
            var refused = Not(accepted);
            refused["required"] = new JsonArray("type", "value");
            refused["properties"] = new JsonObject { ["type"] = new JsonObject { ["enum"] = new JsonArray(type.Name) } };
            yield return refused;
        }

        if (rule.Members.All(member => member.Rule != MemoryType.Rule))
            yield break;
        // The default type.
        var beyond = Not(Any(new JsonObject { ["required"] = new JsonArray("type") }, Range(0, byte.MaxValue)));
        beyond["required"] = new JsonArray("value");
        yield return beyond;
    }

    private static JsonObject Range(long min, long max) => new()
    {
        ["properties"] = new JsonObject { ["value"] = new JsonObject { ["minimum"] = min, ["maximum"] = max } },
    };

    private static JsonObject Masks() =>
        new() { ["properties"] = new JsonObject { ["is"] = new JsonObject { ["enum"] = new JsonArray("mask") } } };

    private static JsonObject Not(JsonObject schema) => new() { ["not"] = schema };

    private static JsonObject Any(params JsonNode[] schemas) => new() { ["anyOf"] = new JsonArray(schemas) };

    private static JsonObject Both(params JsonNode[] schemas) => new() { ["allOf"] = new JsonArray(schemas) };

    // A required member of a combination must be there and not null; the type that is added here excludes null.
    private static void ExcludeNull(JsonNode node, ObjectRule rule)
    {
        if (node is JsonArray list)
        {
            foreach (var element in list)
                ExcludeNull(element!, rule);
            return;
        }

        if (node is not JsonObject schema)
            return;
        foreach (var (_, child) in schema.ToArray())
            ExcludeNull(child!, rule);
        if (schema["required"] is not JsonArray required || rule.Members.All(member => member.Name != (string?)required[0]))
            return;
        var properties = schema["properties"] as JsonObject ?? [];
        foreach (var name in required.Select(name => name!.GetValue<string>()))
        {
            var member = rule.Members.Single(member => member.Name == name);
            if (properties[name] is not JsonObject already)
                properties[name] = already = [];
            already["type"] ??= TypeOf(member.Rule);
        }

        schema["properties"] = properties.Parent is null ? properties : properties.DeepClone();
    }

    private static string TypeOf(ValueRule rule) => rule switch
    {
        IntegerRule => "integer",
        NumberRule => "number",
        FlagRule => "boolean",
        ListRule => "array",
        ObjectRule or UnionRule or MapRule or AnyObjectRule => "object",
        FlagOrObjectRule => throw new NotSupportedException("A combination with a member of two types has to say which one it means."),
        _ => "string",
    };

    private static void CheckMembers(ObjectRule rule)
    {
        foreach (var member in rule.Members.Where(member => NameOf(member.Rule) is { } name && name != member.Name))
            throw new InvalidOperationException($"The rule of {rule.Type.Name}.{member.Name} is called {NameOf(member.Rule)}.");
        var known = rule.Type.GetProperties(BindingFlags.Instance | BindingFlags.Public)
            .Where(property => property.CanWrite)
            .Select(property => JsonNamingPolicy.CamelCase.ConvertName(property.Name)).Order(StringComparer.Ordinal);
        var described = rule.Members.Select(member => member.Name).Order(StringComparer.Ordinal);
        // A case of a union takes some of the members.
        if (rule.Schema is null ? !known.SequenceEqual(described) : described.Except(known).Any())
            throw new InvalidOperationException($"The rules of {rule.Type.Name} are not those of its members.");
    }
}
