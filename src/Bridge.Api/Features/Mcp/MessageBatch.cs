using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;
using Bridge.Api.Contract.Parsing;
using ModelContextProtocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Serves a list of messages in one body, which only revision 2025-03-26 of MCP has: each as if it had come alone, in order. The responses
/// are one list. Notifications have none.
/// </summary>
internal static class MessageBatch
{
    /// <summary>Max messages of a batch.</summary>
    public const int MaxMessages = 16;

    private const string Revision = "2025-03-26";
    private const string Nothing = "Nothing was done.";

    /// <summary>
    /// Serves the body if it is a list of messages. The whole body must have arrived; if it is no list, it can be read again.
    /// </summary>
    /// <param name="context">The request.</param>
    /// <param name="serve">Serves a request with one message.</param>
    /// <returns>Whether the body was a list.</returns>
    public static async ValueTask<bool> TryServeAsync(HttpContext context, RequestDelegate serve)
    {
        using var batch = ReadList(context.Request);
        if (batch is null)
            return false;
        if (Refuse(context.Request.Headers[MessageCheck.VersionHeader], batch.RootElement.GetArrayLength()) is { } sentence)
            await new RpcError("null", McpErrorCode.InvalidRequest, $"{sentence} {Nothing}").AnswerAsync(context);
        else
            await ServeAllAsync(context, batch.RootElement, serve);
        return true;
    }

    private static JsonDocument? ReadList(HttpRequest request)
    {
        if (!request.BodyReader.TryRead(out var read))
            return null;
        try
        {
            var reader = new Utf8JsonReader(read.Buffer);
            // A copy, because the document outlives the buffer.
            return reader.Read() && reader.TokenType == JsonTokenType.StartArray ? JsonDocument.Parse(read.Buffer.ToArray()) : null;
        }
        catch (JsonException)
        {
            // The protocol library refuses it.
            return null;
        }
        finally
        {
            request.BodyReader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
    }

    private static string? Refuse(string? version, int count) =>
        version is not (null or Revision) ? $"The body must be one message: only revision {Revision} has batches."
        : count is < 1 or > MaxMessages ? $"A batch must have 1 to {MaxMessages} messages; got {count}."
        : null;

    private static async Task ServeAllAsync(HttpContext context, JsonElement messages, RequestDelegate serve)
    {
        var responses = new ArrayBufferWriter<byte>();
        foreach (var message in messages.EnumerateArray())
        {
            context.RequestAborted.ThrowIfCancellationRequested();
            if (await ServeAsync(context, message, serve) is not { } response)
                continue;
            responses.Write(responses.WrittenCount == 0 ? "["u8 : ","u8);
            responses.Write(response.Span);
        }

        if (responses.WrittenCount == 0)
        {
            context.Response.StatusCode = StatusCodes.Status202Accepted;
            return;
        }

        responses.Write("]"u8);
        context.Response.ContentType = "application/json";
        await context.Response.Body.WriteAsync(responses.WrittenMemory, context.RequestAborted);
    }

    private static async Task<ReadOnlyMemory<byte>?> ServeAsync(HttpContext context, JsonElement message, RequestDelegate serve)
    {
        await using var part = new BatchPart(context, message);
        if (IsInitialize(message))
        {
            await new RpcError(MessageMember.Find(message, "id")?.GetRawText() ?? "null", McpErrorCode.InvalidRequest,
                $"initialize can't be in a batch. {Nothing}").AnswerAsync(part.Context);
        }
        else
        {
            await serve(part.Context);
        }

        return await part.FindResponseAsync();
    }

    // A message that is not Unicode is left to MessageCheck, which refuses it: its members can't be compared.
    private static bool IsInitialize(JsonElement message) =>
        !EscapedText.IsBrokenIn(new ReadOnlySequence<byte>(JsonMarshal.GetRawUtf8Value(message).ToArray()))
        && MessageMember.Find(message, "method") is { ValueKind: JsonValueKind.String } method && method.ValueEquals("initialize");
}
