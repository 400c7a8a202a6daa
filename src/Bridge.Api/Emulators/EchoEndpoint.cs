using System.Globalization;
using System.Text;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Emulators;

/// <summary>Maps the path of the load test, on which the emulator echoes a message.</summary>
internal static class EchoEndpoint
{
    private const int MessageBytes = 1024 * 1024;

    public static void MapEcho(this IEndpointRouteBuilder routes)
    {
        // Resolved once: a service among a handler's parameters creates a DI scope for every request.
        var emulator = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>().Default;
        routes.MapDirectGet("/mgbaendpoint", context => EchoAsync(context, emulator))
            .WithTags("Echo")
            .Needs(Scope.Read)
            .Describe("Echo", "Echoes a message through the default emulator",
                "Sends the message through the bridge to the script inside mGBA and back. The response is the same message, byte for "
                + "byte.")
            .TakesLongQuery(new ParameterNote("message", "The text to echo, at most 1 MiB of UTF-8.", "hello")
                { Rule = new TextRule { Max = MessageBytes }, IsRequired = true })
            .SendsHeaders(ResponseHeader.Frame)
            .Produces<string>(StatusCodes.Status200OK, "text/plain")
            .RefusesLikeACommand(ProblemTypes.MissingParameter);
    }

    private static async Task EchoAsync(HttpContext context, EmulatorClient emulator)
    {
        var message = context.QueryValue("message")
            ?? throw Parameters.Missing("message", "the text that the emulator sends back");
        if (Encoding.UTF8.GetByteCount(message) is > MessageBytes and var length)
            throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"message must be at most {MessageBytes} bytes of UTF-8; got {length}."), "message");
        using var reply = await emulator.EchoAsync(message, context.RequestAborted, InlineScheduling.CanRunInline(context));
        Payloads.Write(context.Response, reply, "text/plain; charset=utf-8");
    }
}
