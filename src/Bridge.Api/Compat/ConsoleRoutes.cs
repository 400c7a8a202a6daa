using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Compat;

/// <summary>/console: lines in mGBA's scripting console.</summary>
internal static class ConsoleRoutes
{
    private static readonly ParameterNote Message = new("message", "The text, up to 65536 bytes of UTF-8.", "hello, world");

    public static void MapConsole(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        foreach (var (path, level, name, summary) in new[]
        {
            ("log", "info", "ConsoleLog", "Writes a line into mGBA's scripting console"),
            ("warn", "warn", "ConsoleWarn", "Writes a warning into mGBA's scripting console"),
            ("error", "error", "ConsoleError", "Writes an error into mGBA's scripting console"),
        })
        {
            routes.MapPost($"/console/{path}", async (string? message, CancellationToken cancellationToken) =>
                {
                    var text = MgbaHttpQuery.Required(message, "message", "the text to write");
                    ConsoleEndpoint.Check(text);
                    await emulator.LogAsync(level, text, cancellationToken);
                    return MgbaHttpRoutes.Done;
                })
                .Needs(Scope.Write)
                .Describe(name, summary, "All of it, commas too. Line feeds and tabs may be in it, other control characters may not.")
                .TakesLongQuery(Message)
                .Calls("payload", Message.Name)
                .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.Unsupported);
        }
    }
}
