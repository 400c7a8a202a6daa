using System.Text.Json;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Bodies;
using ModelContextProtocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Refuses wrong messages that the protocol library would serve, or answer with an error without a sentence: a revision in the body that
/// its header doesn't name, parameters of a wrong type, texts that are not Unicode, and members that are there twice. Everything else,
/// like invalid JSON, is left to the library.
/// </summary>
internal static class MessageCheck
{
    /// <summary>The header with the revision of MCP. Requests before 2025-06-18 have none.</summary>
    public const string VersionHeader = "MCP-Protocol-Version";

    private const string VersionMember = "io.modelcontextprotocol/protocolVersion";
    private const string Nothing = "Nothing was done.";

    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };
    private static readonly (string Name, JsonValueKind Kind, string Expected)[] Members =
    [
        ("name", JsonValueKind.String, "a string"), ("uri", JsonValueKind.String, "a string"),
        ("cursor", JsonValueKind.String, "a string"), ("arguments", JsonValueKind.Object, "an object"),
    ];

    /// <summary>Answers the request if its message is refused. The whole body must have arrived; it can be read again.</summary>
    /// <returns>Whether the message was refused.</returns>
    public static async ValueTask<bool> RefusesAsync(HttpContext context)
    {
        if (Find(context.Request) is not { } refusal)
            return false;
        await refusal.AnswerAsync(context);
        return true;
    }

    private static RpcError? Find(HttpRequest request)
    {
        if (!request.BodyReader.TryRead(out var read))
            return null;
        try
        {
            using var message = JsonDocument.Parse(read.Buffer, Strict);
            var (code, sentence) = EscapedText.IsBrokenIn(read.Buffer)
                ? (McpErrorCode.InvalidRequest, JsonBody.NoUnicode().Message)
                : MessageMember.Find(message.RootElement, "params") is { ValueKind: JsonValueKind.Object } given
                ? FindIn(given, request.Headers[VersionHeader])
                : default;
            return sentence is null
                ? null
                : new RpcError(MessageMember.Find(message.RootElement, "id")?.GetRawText() ?? "null", code, $"{sentence} {Nothing}");
        }
        // The error about a member that is there twice has no line; those about the syntax have one.
        catch (JsonException exception) when (exception.LineNumber is null)
        {
            return new RpcError("null", McpErrorCode.InvalidRequest, $"The body has the same member twice. {Nothing}");
        }
        // The parser compares the names of members, and one is not Unicode.
        catch (InvalidOperationException)
        {
            return new RpcError("null", McpErrorCode.InvalidRequest, $"{JsonBody.NoUnicode().Message} {Nothing}");
        }
        catch (JsonException)
        {
            return null;
        }
        finally
        {
            request.BodyReader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
    }

    private static (McpErrorCode Code, string? Sentence) FindIn(JsonElement given, string? version)
    {
        var named = MessageMember.Find(MessageMember.Find(given, "_meta"), VersionMember);
        if (named is { ValueKind: JsonValueKind.String } inBody && inBody.GetString() is { } revision && revision != version)
        {
            return (McpErrorCode.HeaderMismatch,
                $"{VersionHeader} must be {Parameters.Shorten(revision)}, as in the body; got \"{Parameters.Shorten(version ?? "")}\".");
        }

        foreach (var (name, kind, expected) in Members)
        {
            if (MessageMember.Find(given, name) is { } value && value.ValueKind != kind && value.ValueKind != JsonValueKind.Null)
                return (McpErrorCode.InvalidParams, $"{name} must be {expected}; got {Parameters.Shorten(value.GetRawText())}.");
        }

        return default;
    }
}
