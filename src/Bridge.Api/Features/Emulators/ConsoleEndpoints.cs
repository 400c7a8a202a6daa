using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Bodies;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Emulators;

/// <summary>Writes lines to mGBA's scripting console.</summary>
internal static class ConsoleEndpoints
{
    private static readonly ChoiceRule Level = new(["info", "warn", "error"], "info")
    {
        Schema = "ConsoleLevel",
        Description = "How a line is shown in the console.",
    };

    /// <summary>Gets the rule for a message; its limit is in bytes of UTF-8.</summary>
    internal static TextRule Message { get; } =
        new() { Pattern = @"^[^\u0000-\u0008\u000B-\u001F\u007F]+$", Min = 1, Max = WireLimits.LogBytes };

    private static readonly ObjectRule Line =
        new(typeof(ConsoleLine), new("message", Message, IsRequired: true), new("level", Level));

    public static void MapConsole(this IEndpointRouteBuilder routes) => routes.MapPost("/console", WriteAsync)
        .WithTags("Console")
        .Needs(Scope.Write)
        .Describe("WriteConsole", "Writes a line to mGBA's scripting console",
            "The message has at most 65,536 bytes of UTF-8. It may have line feeds and tabs, but no other control characters. level is "
            + "info (default), warn or error.")
        .TakesQuery()
        .TakesBody<ConsoleLine>(Line, """{"message": "hello from the bridge", "level": "info"}""")
        .Produces<FrameResponse>()
        .RefusesLikeACommand(ProblemTypes.Unsupported, ProblemTypes.UnsupportedMediaType);

    private static async Task<FrameResponse> WriteAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var line = await JsonBody.ReadAsync(context.Request, EmulatorJson.Context.ConsoleLine);
        if (line.Message is not { Length: > 0 } message)
            throw Parameters.Missing("message", "the text to write, not empty");
        Check(message);
        var level = line.Level ?? Level.Default!;
        if (!Level.Accepts(level))
            throw Parameters.Refuse("level", level, $"one of {Level.Names}");
        return new FrameResponse(await client.LogAsync(level, message, context.RequestAborted));
    }

    /// <exception cref="RequestException">The message is too long, or has control characters.</exception>
    internal static void Check(string message)
    {
        if (Encoding.UTF8.GetByteCount(message) is > WireLimits.LogBytes and var length)
            throw Refuse(string.Create(CultureInfo.InvariantCulture,
                $"message must be at most {WireLimits.LogBytes} bytes of UTF-8; got {length}."));
        for (var i = 0; i < message.Length; i++)
        {
            if (message[i] is < ' ' and not ('\n' or '\t') or '\x7F')
                throw Refuse(string.Create(CultureInfo.InvariantCulture,
                    $"message must have no control characters except line feed and tab; got U+{(int)message[i]:X4} at index {i}."));
        }
    }

    private static RequestException Refuse(string sentence) =>
        new(ProblemTypes.InvalidParameter, sentence, "message");
}
