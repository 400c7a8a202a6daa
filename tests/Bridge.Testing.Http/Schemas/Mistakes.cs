using System.Text.Json.Nodes;

namespace Bridge.Testing.Http.Schemas;

/// <summary>Makes requests invalid, each in one way that the document excludes.</summary>
public static class Mistakes
{
    private static readonly string[] OddTexts =
        ["", " ", "x y", "-1", "1.5", "0x", "99999999999999999999", "nothing!", "true,", "ÄÖ", "[1", "~"];

    /// <summary>Makes a valid request invalid.</summary>
    /// <returns>What is wrong with it; null if nothing could be made wrong.</returns>
    public static string? Add(ApiRequest request, Random random)
    {
        for (var i = 0; i < 20; i++)
        {
            var mistake = random.Next(5) switch
            {
                0 => AddUnknownParameter(request),
                1 => DropParameter(request, random),
                2 => ChangeParameter(request, random),
                // Twice as often, because bodies have the most rules.
                _ => ChangeBody(request, random),
            };
            if (mistake is not null)
                return mistake;
        }

        return null;
    }

    private static string AddUnknownParameter(ApiRequest request)
    {
        request.Parameters["unheardOf"] = ["1"];
        return "an unknown parameter";
    }

    private static string? DropParameter(ApiRequest request, Random random)
    {
        var required = request.Operation.Parameters.Where(parameter => parameter is { IsRequired: true, IsInPath: false }).ToArray();
        if (required.Length == 0)
            return null;
        var dropped = required[random.Next(required.Length)].Name;
        request.Parameters.Remove(dropped);
        return $"no {dropped}";
    }

    private static string? ChangeParameter(ApiRequest request, Random random)
    {
        var candidates = request.Operation.Parameters.Where(parameter => parameter.Name != "emulator").ToArray();
        if (candidates.Length == 0)
            return null;
        var parameter = candidates[random.Next(candidates.Length)];
        var text = OddTexts[random.Next(OddTexts.Length)];
        // A part of a path can't be empty, and clients may change a blank one.
        if ((parameter.IsInPath && text.Trim().Length == 0) || Accepts(request.Operation.Document, parameter, text))
            return null;
        request.Parameters[parameter.Name] = [text];
        return $"{parameter.Name} \"{text}\"";
    }

    private static bool Accepts(ApiDocument document, ApiParameter parameter, string text)
    {
        var schema = document.Resolve(parameter.Schema["allOf"]?[0] ?? parameter.Schema);
        if (schema["type"]?.GetValue<string>() == "array")
        {
            var items = document.Resolve(schema["items"]!);
            return text.Split(',').All(part => document.Fits(items, Value(items, part)));
        }

        return document.Fits(schema, Value(schema, text));
    }

    private static JsonNode Value(JsonObject schema, string text) => schema["type"]?.GetValue<string>() switch
    {
        "integer" => long.TryParse(text, out var number) ? number : text,
        "boolean" => bool.TryParse(text, out var flag) ? flag : text,
        _ => text,
    };

    private static string? ChangeBody(ApiRequest request, Random random)
    {
        if (request.Body is null || request.Operation.JsonBody is not { } schema)
            return null;
        if (random.Next(10) == 0)
        {
            request.Body = request.Body is JsonArray ? new JsonObject() : new JsonArray();
            return "another kind of body";
        }

        var body = request.Body.DeepClone();
        var places = new List<(JsonNode Owner, string? Name, int Index)>();
        Collect(body, places);
        if (places.Count == 0)
            return null;
        var (owner, name, index) = places[random.Next(places.Count)];
        var change = Change(owner, name, index, random);
        if (request.Operation.Document.Fits(schema, body))
            return null;
        request.Body = body;
        return change;
    }

    private static string Change(JsonNode owner, string? name, int index, Random random)
    {
        if (owner is JsonObject members)
        {
            switch (random.Next(4))
            {
                case 0:
                    members["unheardOf"] = 1;
                    return "an unknown member";
                case 1:
                    members.Remove(name!);
                    return $"no {name}";
            }

            members[name!] = Odd(members[name!], random);
            return $"{name} {members[name!]?.ToJsonString() ?? "null"}";
        }

        owner[index] = Odd(owner[index], random);
        return $"[{index}] {owner[index]?.ToJsonString() ?? "null"}";
    }

    private static JsonNode? Odd(JsonNode? value, Random random) => random.Next(8) switch
    {
        0 => null,
        1 => random.Next(-2, 0),
        2 => long.MaxValue,
        3 => OddTexts[random.Next(OddTexts.Length)],
        4 => new JsonArray(),
        5 => new JsonObject(),
        6 => 0.5,
        _ => value is JsonValue && value.GetValueKind() == System.Text.Json.JsonValueKind.String ? 7 : "7",
    };

    private static void Collect(JsonNode? node, List<(JsonNode Owner, string? Name, int Index)> places)
    {
        if (node is JsonObject members)
        {
            foreach (var (name, value) in members)
            {
                places.Add((members, name, -1));
                Collect(value, places);
            }
        }
        else if (node is JsonArray list)
        {
            for (var i = 0; i < list.Count; i++)
            {
                places.Add((list, null, i));
                Collect(list[i], places);
            }
        }
    }
}
