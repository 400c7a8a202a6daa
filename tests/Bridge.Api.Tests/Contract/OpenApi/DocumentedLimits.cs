using System.Text.Json.Nodes;
using Bridge.Testing.Http.Schemas;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Finds the limits in a schema, and makes values at a limit and one past it.</summary>
internal sealed class DocumentedLimits(ApiDocument document, Random random)
{
    private const int Tries = 1500;
    private static readonly string[] Keywords =
        ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "maxProperties", "enum"];

    /// <summary>
    /// Returns the limits in a schema: the way to each, and its keyword. A step of a way is the name of a member, <c>|0</c> for the first
    /// schema of a oneOf, <c>[]</c> for an element of a list, or <c>{}</c> for a value of a map.
    /// </summary>
    public IEnumerable<(string[] Way, string Keyword)> Of(JsonObject schema)
    {
        schema = Plain(schema);
        foreach (var keyword in Keywords.Where(keyword => schema[keyword] is not null))
            yield return ([], keyword);
        var parts = (schema["properties"] as JsonObject ?? []).Select(pair => (pair.Key, pair.Value))
            .Concat((schema["oneOf"] as JsonArray ?? []).Select((each, index) => ($"|{index}", each)))
            .Concat(schema["items"] is { } items ? [("[]", items)] : [])
            .Concat(schema["additionalProperties"] is JsonObject values ? [("{}", values)] : []);
        foreach (var (step, part) in parts)
        {
            foreach (var (way, keyword) in Of(part!.AsObject()))
                yield return ([step, .. way], keyword);
        }
    }

    /// <summary>Returns a value in which the value at the end of a way is at its limit, or one past it; null if there is none.</summary>
    public JsonNode? Make(JsonObject schema, string[] way, string keyword, bool isPast)
    {
        schema = Plain(schema);
        if (way.Length == 0)
            return AtLimit(schema, keyword, isPast);
        if (way[0].StartsWith('|'))
            return Make(schema["oneOf"]![int.Parse(way[0][1..], null)]!.AsObject(), way[1..], keyword, isPast);
        if (way[0] == "[]")
        {
            var element = Make(schema["items"]!.AsObject(), way[1..], keyword, isPast);
            return element is null ? null : new JsonArray(element);
        }

        if (way[0] == "{}")
            return new JsonObject { ["0"] = Make(schema["additionalProperties"]!.AsObject(), way[1..], keyword, isPast) };
        var member = Make(schema["properties"]![way[0]]!.AsObject(), way[1..], keyword, isPast);
        if (member is null)
            return null;
        for (var i = 0; i < Tries; i++)
        {
            var values = new RandomValue(document, random) { Presence = 0.5 * random.NextDouble() };
            var owner = (JsonObject)values.Make(schema)!;
            owner[way[0]] = member.DeepClone();
            if (isPast ? !document.Fits(schema, owner) : values.TryFit(schema, owner, way[0]))
                return owner;
        }

        return null;
    }

    private JsonNode? AtLimit(JsonObject schema, string keyword, bool isPast)
    {
        var limit = schema[keyword]!;
        switch (keyword)
        {
            case "enum":
                return isPast ? "nothing" : limit.AsArray()[random.Next(limit.AsArray().Count)]!.DeepClone();
            case "minimum" or "maximum":
                var step = !isPast ? 0 : keyword == "minimum" ? -1 : 1;
                if (schema["type"]!.GetValue<string>() == "integer")
                    return limit.GetValue<long>() + step;
                return limit.GetValue<double>() + (0.01 * step);
            case "minLength" or "maxLength":
                return TextOf(schema, limit.GetValue<int>() + (!isPast ? 0 : keyword == "minLength" ? -1 : 1));
            case "maxProperties":
                return new JsonObject(Enumerable.Range(0, limit.GetValue<int>() + (isPast ? 1 : 0))
                    .Select(index => KeyValuePair.Create($"{index}", (JsonNode?)"a")));
            default:
                var count = limit.GetValue<int>() + (!isPast ? 0 : keyword == "minItems" ? -1 : 1);
                if (count >= 0 && schema["uniqueItems"] is not null)
                {
                    var isNumber = document.Resolve(schema["items"]!.AsObject())["type"]?.GetValue<string>() == "integer";
                    var elements = Enumerable.Range(0, count).Select(index => isNumber ? (JsonNode)index : (JsonNode)$"e{index}");
                    return new JsonArray([.. elements]);
                }

                return count < 0 ? null : Repeated(schema["items"]!.AsObject(), count);
        }
    }

    // A text that fits the schema's pattern, if it has one: the names in a path have at most 255 characters, hexadecimal digits come in
    // pairs, and codes of cheats in two words.
    private JsonNode? TextOf(JsonObject schema, int length)
    {
        if (length < 0)
            return null;
        var pattern = schema["pattern"] is { } form ? new JsonObject { ["type"] = "string", ["pattern"] = form.DeepClone() } : [];
        string Halves(char between) => $"{new string('a', length / 2)}{between}{new string('a', (length - 1) / 2)}";
        string[] texts = [new('a', length), Halves('/'), Halves(' '), new('a', length + 1)];
        return texts.FirstOrDefault(text => length > 0 && document.Fits(pattern, text)) ?? texts[0];
    }

    private JsonArray Repeated(JsonObject items, int count)
    {
        // The shortest of 40 elements, and no picture: the list must not be refused for a sum over its elements, or for two pictures.
        var element = Enumerable.Range(0, 40).Select(_ => new RandomValue(document, random).Make(items)).OfType<JsonNode>()
            .Where(made => !made.ToJsonString().Contains("screen", StringComparison.Ordinal)).MinBy(made => made.ToJsonString().Length)!;
        return [.. Enumerable.Range(0, count).Select(_ => element.DeepClone())];
    }

    private JsonObject Plain(JsonObject schema) => document.Resolve(schema["allOf"]?[0] ?? schema);
}
