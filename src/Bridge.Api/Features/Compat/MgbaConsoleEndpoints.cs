using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /console: lines in mGBA's scripting console.</summary>
internal static class MgbaConsoleEndpoints
{
    private static readonly ParameterNote Message = new("message", "The text, at most 65536 bytes of UTF-8.", "hello, world")
        { Rule = ConsoleEndpoints.Message, IsRequired = true };

    public static void MapConsole(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        foreach (var (path, level, name, summary) in new[]
        {
            ("log", "info", "ConsoleLog", "Writes a line to mGBA's scripting console"),
            ("warn", "warn", "ConsoleWarn", "Writes a warning to mGBA's scripting console"),
            ("error", "error", "ConsoleError", "Writes an error to mGBA's scripting console"),
        })
        {
            routes.MapPost($"/console/{path}", async (string? message, CancellationToken cancellationToken) =>
                {
                    var text = MgbaHttpQuery.Required(message, "message", "the text to write");
                    ConsoleEndpoints.Check(text);
                    await emulator.LogAsync(level, text, cancellationToken);
                    return MgbaHttpEndpoints.Done;
                })
                .Needs(Scope.Write)
                .Describe(name, summary,
                    "Writes the whole message, including commas. The message may have line feeds and tabs, but no other control "
                    + "characters.")
                .TakesQuery(Message)
                .MapsArgument("payload", Message.Name)
                .ProducesText(ProblemTypes.MissingParameter, ProblemTypes.Unsupported);
        }
    }
}
