using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Json;
using Bridge.Api.Server.Bodies;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Reads the arguments of a tool with the rules of JSON bodies: unknown arguments and wrong types are refused. Other spellings that have
/// only one meaning are accepted.
/// </summary>
internal static class ToolArguments
{
    private static readonly JsonWriterOptions AsTheyAre = new() { Encoder = JsonRules.Encoder };
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <exception cref="RequestException">An argument is unknown or has a wrong type.</exception>
    public static T Read<T>(IDictionary<string, JsonElement>? given, JsonTypeInfo<T> type, string tool) where T : class
    {
        try
        {
            using var document = JsonDocument.Parse(Join(given, type), Strict);
            return JsonBody.Read(document.RootElement, type, $"the arguments of {tool}");
        }
        catch (JsonException)
        {
            throw new RequestException(ProblemTypes.InvalidBody, "The arguments have the same member twice.");
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            throw JsonBody.NoUnicode();
        }
    }

    private static ReadOnlyMemory<byte> Join(IDictionary<string, JsonElement>? given, JsonTypeInfo type)
    {
        var json = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(json, AsTheyAre);
        writer.WriteStartObject();
        foreach (var (name, value) in given ?? new Dictionary<string, JsonElement>())
            ArgumentSpellings.WriteMember(writer, name, value, type);
        writer.WriteEndObject();
        writer.Flush();
        return json.WrittenMemory;
    }
}
