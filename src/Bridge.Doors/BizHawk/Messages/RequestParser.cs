using System.Text.Json;

namespace Bridge.Doors.BizHawk.Messages;

/// <summary>Parses a line with a list of requests. A request that is wrong becomes one that says why; the others stay.</summary>
internal static class RequestParser
{
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = 8 };

    /// <summary>Returns the requests of a line; one invalid one if the line is no list.</summary>
    public static IReadOnlyList<ConnectorRequest> Parse(ReadOnlyMemory<byte> line)
    {
        try
        {
            using var document = JsonDocument.Parse(line, Options);
            var root = document.RootElement;
            if (root.ValueKind != JsonValueKind.Array)
                return [Invalid("A line must be a JSON list of requests.")];
            return root.GetArrayLength() <= ConnectorLimits.Requests
                ? [.. root.EnumerateArray().Select(TryRead)]
                : [Invalid($"A list must have at most {ConnectorLimits.Requests} requests; got {root.GetArrayLength()}.")];
        }
        catch (JsonException)
        {
            return [Invalid("The line is not JSON.")];
        }
    }

    private static ConnectorRequest TryRead(JsonElement request)
    {
        try
        {
            return Read(request);
        }
        catch (InvalidOperationException)
        {
            // Half of a surrogate pair, or bytes that are not UTF-8, in any name or text that the reader comes across. Its type is unknown.
            return Invalid("The names and texts of a request must be Unicode.") with { IsGuard = true };
        }
    }

    private static ConnectorRequest Read(JsonElement request)
    {
        if (request.ValueKind != JsonValueKind.Object || TextOf(request, "type") is not { } type)
            return Invalid("A request must be an object with a type.");
        return type switch
        {
            "PING" => new(RequestKind.Ping),
            "SYSTEM" => new(RequestKind.System),
            "PREFERRED_CORES" => new(RequestKind.PreferredCores),
            "HASH" => new(RequestKind.Hash),
            "LOCK" => new(RequestKind.Lock),
            "UNLOCK" => new(RequestKind.Unlock),
            "MEMORY_SIZE" => TextOf(request, "domain") is { } domain
                ? new(RequestKind.MemorySize, Text: domain)
                : Invalid("MEMORY_SIZE needs domain, the name of a memory domain."),
            "READ" => ReadPlace(request, type, RequestKind.Read),
            "WRITE" => ReadPlace(request, type, RequestKind.Write, "value"),
            // Also if it is invalid.
            "GUARD" => ReadPlace(request, type, RequestKind.Guard, "expected_data") with { IsGuard = true },
            "DISPLAY_MESSAGE" => TextOf(request, "message") is { } message
                ? new(RequestKind.DisplayMessage, Text: message)
                : Invalid("DISPLAY_MESSAGE needs message, a text."),
            "SET_MESSAGE_INTERVAL" => request.TryGetProperty("value", out var value) && value.ValueKind == JsonValueKind.Number
                ? new(RequestKind.SetMessageInterval)
                : Invalid("SET_MESSAGE_INTERVAL needs value, a number of seconds."),
            _ => Invalid($"Unknown request type {Quote(type)}."),
        };
    }

    // The parameter member names the member with the bytes; null for a read, which has a size instead.
    private static ConnectorRequest ReadPlace(JsonElement request, string type, RequestKind kind, string? member = null)
    {
        if (TextOf(request, "domain") is not { } domain)
            return Invalid($"{type} needs domain, the name of a memory domain.");
        if (NumberOf(request, "address") is not { } address)
            return Invalid($"{type} needs address, a whole number from 0 on.");
        if (member is null)
        {
            return NumberOf(request, "size") is { } size
                ? new(kind, address, size, Text: domain)
                : Invalid($"{type} needs size, a whole number from 0 on.");
        }

        return request.TryGetProperty(member, out var given) && given.ValueKind == JsonValueKind.String
            && given.TryGetBytesFromBase64(out var bytes)
            ? new(kind, address, Bytes: bytes, Text: domain)
            : Invalid($"{type} needs {member}, bytes in base64.");
    }

    /// <summary>Returns a request that can't be understood.</summary>
    public static ConnectorRequest Invalid(string why) => new(RequestKind.Invalid, Text: why);

    /// <summary>Returns a client's word for a sentence.</summary>
    public static string Quote(string word) => word.Length <= 32 ? $"\"{word}\"" : $"\"{word[..32]}…\"";

    private static string? TextOf(JsonElement request, string member) =>
        request.TryGetProperty(member, out var text) && text.ValueKind == JsonValueKind.String ? text.GetString() : null;

    private static long? NumberOf(JsonElement request, string member) =>
        request.TryGetProperty(member, out var number) && number.ValueKind == JsonValueKind.Number
            && number.TryGetInt64(out var value) && value >= 0 ? value : null;
}
