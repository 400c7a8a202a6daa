using System.Text.Json.Nodes;

namespace Bridge.Testing.Http.Schemas;

/// <summary>Makes random values that fit a schema. Numbers stay near the smallest one, because many of them are frames to wait.</summary>
public sealed class RandomValue(ApiDocument document, Random random)
{
    private const int Tries = 500;
    private const int MaxAboveMin = 40;
    private const int MaxElements = 3;

    /// <summary>Gets or sets how often an optional member is there.</summary>
    public double Presence { get; set; } = 0.4;

    public JsonNode? Make(JsonObject schema)
    {
        if (schema["nullable"]?.GetValue<bool>() == true && random.Next(12) == 0)
            return null;
        if (schema["allOf"] is JsonArray wrapped)
            return Make(wrapped[0]!.AsObject());
        schema = document.Resolve(schema);
        if (schema["oneOf"] is JsonArray cases)
            return Make(cases[random.Next(cases.Count)]!.AsObject());
        if (schema["enum"] is JsonArray words)
            return words[random.Next(words.Count)]!.DeepClone();
        for (var i = 0; i < Tries; i++)
        {
            // More members from try to try, because some objects need one of several.
            var value = OfType(schema, Presence + ((1 - Presence) * i / Tries));
            if (value is JsonObject made ? TryFit(schema, made) : document.Fits(schema, value))
                return value;
        }

        throw new InvalidOperationException($"No value fits {schema.ToJsonString()}");
    }

    /// <summary>Removes optional members until the others go together, and returns whether they do.</summary>
    /// <param name="schema">The schema of the object.</param>
    /// <param name="made">The object.</param>
    /// <param name="kept">A member that stays; null: any may go.</param>
    public bool TryFit(JsonObject schema, JsonObject made, string? kept = null)
    {
        if (document.Fits(schema, made))
            return true;
        var names = made.Select(member => member.Key).Where(name => name != kept).Except(RequiredOf(schema)).ToArray();
        random.Shuffle(names);
        foreach (var name in names)
        {
            made.Remove(name);
            if (document.Fits(schema, made))
                return true;
        }

        return false;
    }

    private static HashSet<string> RequiredOf(JsonObject schema) =>
        [.. (schema["required"] as JsonArray ?? []).Select(name => name!.GetValue<string>())];

    private JsonNode OfType(JsonObject schema, double presence) => schema["type"]!.GetValue<string>() switch
    {
        "integer" => Integer(schema),
        "number" => Number(schema),
        "boolean" => random.Next(2) == 0,
        "array" => Array(schema),
        "object" => Object(schema, presence),
        _ => Text(schema),
    };

    private JsonNode Integer(JsonObject schema)
    {
        var min = schema["minimum"]?.GetValue<long>() ?? -3;
        var max = schema["maximum"]?.GetValue<long>() ?? 300;
        return random.Next(10) == 0 ? min : random.NextInt64(min, Math.Min(max, min + MaxAboveMin) + 1);
    }

    private JsonNode Number(JsonObject schema)
    {
        var (min, max) = (schema["minimum"]!.GetValue<double>(), schema["maximum"]!.GetValue<double>());
        return random.Next(10) switch { 0 => min, 1 => max, _ => min + (random.NextDouble() * (max - min)) };
    }

    private JsonArray Array(JsonObject schema)
    {
        var min = schema["minItems"]?.GetValue<int>() ?? 0;
        var items = schema["items"]!.AsObject();
        return [.. Enumerable.Range(0, random.Next(min, min + MaxElements)).Select(_ => Make(items))];
    }

    private JsonObject Object(JsonObject schema, double presence)
    {
        if (schema["additionalProperties"] is JsonObject values)
        {
            return new JsonObject(Enumerable.Range(0, random.Next(MaxElements))
                .Select(index => KeyValuePair.Create($"{index}", Make(values))));
        }

        var required = RequiredOf(schema);
        var made = new JsonObject();
        foreach (var (name, member) in schema["properties"] as JsonObject ?? [])
        {
            if (required.Contains(name) || random.NextDouble() < presence)
                made[name] = Make(member!.AsObject());
        }

        return made;
    }

    private string Text(JsonObject schema)
    {
        if (schema["pattern"]?.GetValue<string>() is { } pattern)
            return PatternText.Make(pattern, random);
        var min = schema["minLength"]?.GetValue<int>() ?? 0;
        return PatternText.Make($"[^\\u0000]{{{min},{min + 9}}}", random);
    }
}
