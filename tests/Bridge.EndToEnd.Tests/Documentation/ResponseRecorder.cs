using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests.Documentation;

/// <summary>Records responses as examples for the OpenAPI document, if the tests are to rewrite their files.</summary>
internal sealed partial class ResponseRecorder
{
    private const string Rewrite = "BRIDGE_REWRITE_SNAPSHOTS";

    // A longer example is no help to a reader. A longer text is cut to its beginning, and a longer list is not recorded.
    private const int MaxLength = 2000;
    private const int CutLength = 48;

    private static readonly bool IsOn = Environment.GetEnvironmentVariable(Rewrite) == "1";

    private static readonly JsonSerializerOptions Indented = new()
        { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly SortedDictionary<string, JsonNode?> _recorded = new(StringComparer.Ordinal);

    public async Task RecordAsync(string operation, HttpResponseMessage response)
    {
        var media = response.Content.Headers.ContentType?.MediaType;
        if (!IsOn || media is not ("application/json" or "text/plain"))
            return;
        var text = await response.Content.ReadAsStringAsync();
        var body = media == "text/plain" ? JsonValue.Create(text.Length <= MaxLength ? text : text[..CutLength]) : JsonNode.Parse(text)!;
        if (body is JsonObject || body.ToJsonString().Length <= MaxLength)
            _recorded[RecordedResponses.KeyOf(operation, (int)response.StatusCode, media)] = Shorten(body);
    }

    /// <summary>Writes what was recorded.</summary>
    public async Task SaveAsync()
    {
        if (IsOn)
            await File.WriteAllTextAsync(RecordedResponses.File, new JsonObject(_recorded).ToJsonString(Indented) + "\n");
    }

    // Two elements show what a list is, and pictures are long.
    private static JsonNode? Shorten(JsonNode? node)
    {
        if (node is JsonArray list)
            return new JsonArray([.. list.Take(2).Select(Shorten)]);
        if (node is JsonObject members)
            return new JsonObject(members.Select(member => KeyValuePair.Create(member.Key,
                member switch
                {
                    { Key: "png", Value: not null } => "iVBORw0KGgo=",
                    { Key: "raw", Value: not null } => "AAAA",
                    _ => Shorten(member.Value),
                })));
        return node is JsonValue value && value.TryGetValue<string>(out var text)
            ? InTemporaryFolder().Replace(text, "/games/")
            : node?.DeepClone();
    }

    [GeneratedRegex("/tmp/.*/")]
    private static partial Regex InTemporaryFolder();
}
