using System.Buffers;
using System.Text.Json;
using Bridge.Api.Contract.Json;
using ModelContextProtocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>An error of JSON-RPC 2.0.</summary>
/// <param name="Id">The id of the message as JSON: <c>null</c> if it is unknown.</param>
/// <param name="Code">The code.</param>
/// <param name="Sentence">What is wrong.</param>
internal sealed record RpcError(string Id, McpErrorCode Code, string Sentence)
{
    private static readonly JsonWriterOptions AsTheyAre = new() { Encoder = JsonRules.Encoder };

    /// <summary>Answers an HTTP request whose message is invalid.</summary>
    public async Task AnswerAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status400BadRequest;
        context.Response.ContentType = "application/json";
        WriteTo(context.Response.BodyWriter);
        await context.Response.BodyWriter.FlushAsync(context.RequestAborted);
    }

    /// <summary>Writes the response that has it.</summary>
    public void WriteTo(IBufferWriter<byte> output)
    {
        using var writer = new Utf8JsonWriter(output, AsTheyAre);
        writer.WriteStartObject();
        writer.WriteString("jsonrpc", "2.0");
        writer.WritePropertyName("id");
        writer.WriteRawValue(Id);
        writer.WriteStartObject("error");
        writer.WriteNumber("code", (int)Code);
        writer.WriteString("message", Sentence);
        writer.WriteEndObject();
        writer.WriteEndObject();
    }
}
