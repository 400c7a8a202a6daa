using System.Text.Json.Nodes;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Moves responses that several operations have into the components of the document.</summary>
internal static class SharedResponses
{
    /// <summary>Replaces equal problems in <paramref name="paths"/> by references.</summary>
    /// <returns>The responses that they refer to, by name.</returns>
    public static JsonObject Extract(JsonObject paths)
    {
        var uses = new Dictionary<string, List<(JsonObject Responses, string Status)>>();
        foreach (var responses in paths.SelectMany(path => path.Value!.AsObject())
            .Select(operation => operation.Value!["responses"]!.AsObject()))
        {
            foreach (var (status, response) in responses)
            {
                if (response!["x-problem-types"] is null)
                    continue;
                var text = status + response.ToJsonString();
                if (!uses.TryGetValue(text, out var places))
                    uses[text] = places = [];
                places.Add((responses, status));
            }
        }

        var shared = new SortedDictionary<string, JsonNode?>(StringComparer.Ordinal);
        foreach (var places in uses.Values.Where(places => places.Count > 1))
        {
            var (first, status) = places[0];
            var response = first[status]!;
            if (NameOf(status, response["x-problem-types"]!.AsArray()) is not { } name)
                continue;
            if (!shared.TryAdd(name, response.DeepClone()))
                throw new InvalidOperationException($"Two responses are called {name}.");
            foreach (var (responses, each) in places)
                responses[each] = new JsonObject { ["$ref"] = $"#/components/responses/{name}" };
        }

        return new JsonObject(shared);
    }

    // Null for a combination that has no short name.
    private static string? NameOf(string status, JsonArray types)
    {
        var words = types.Select(type => string.Concat(type!.GetValue<string>().Split('-').Select(Capital))).ToArray();
        return status == "default" ? "AnyProblem"
            : words.Length <= 4 ? string.Join("Or", words)
            : status switch
            {
                "503" => words.Contains("EmulatorFailed") ? "UnavailableOrEmulatorFailed" : "Unavailable",
                "409" => "HoldConflict",
                _ => null,
            };
    }

    private static string Capital(string word) => $"{char.ToUpperInvariant(word[0])}{word[1..]}";
}
