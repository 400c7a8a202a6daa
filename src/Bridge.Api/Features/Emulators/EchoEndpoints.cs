using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Responses;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Emulators;

/// <summary>Maps the path of the load test, on which the emulator echoes a message.</summary>
internal static class EchoEndpoints
{
    private const string Path = "/mgbaendpoint";
    private const string PlainText = "text/plain";

    // In bytes of UTF-8.
    private const int MaxQuery = 64 * 1024;
    private const int MaxBody = 1024 * 1024;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static void MapEcho(this IEndpointRouteBuilder routes)
    {
        // Resolved once: a service among a handler's parameters creates a DI scope for every request.
        var emulator = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>().Default;
        Describe(routes.MapDirectGet(Path, context => EchoAsync(context, MessageOf(context), emulator)),
                "Echo", "Echoes a message through the default emulator")
            .TakesQuery(new ParameterNote("message", "The text to echo, at most 64 KiB of UTF-8; POST takes more.", "hello")
                { Rule = new TextRule { Max = MaxQuery }, IsRequired = true })
            .RefusesLikeACommand(ProblemTypes.MissingParameter);
        Describe(routes.MapPost(Path, EchoBodyAsync), "EchoBody", "Echoes a long message, which is the body")
            .TakesQuery()
            .TakesText(MaxBody)
            .RefusesLikeACommand();
    }

    private static RouteHandlerBuilder Describe(RouteHandlerBuilder endpoint, string name, string summary) => endpoint
        .WithTags("Echo")
        .Needs(Scope.Read)
        .Describe(name, summary,
            "Sends the message through the bridge to the script inside mGBA and back. The response is the same message, byte for "
            + "byte.")
        .SendsHeaders(ResponseHeader.Frame)
        .Produces<string>(StatusCodes.Status200OK, PlainText);

    private static string MessageOf(HttpContext context)
    {
        var message = context.QueryValue("message") ?? throw Parameters.Missing("message", "the text that the emulator sends back");
        return Encoding.UTF8.GetByteCount(message) is > MaxQuery and var length
            ? throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"message must be at most {MaxQuery} bytes of UTF-8; got {length}. Send a longer one as the body of POST {Path}."),
                "message")
            : message;
    }

    private static async Task EchoBodyAsync(HttpContext context, EmulatorDirectory emulators)
    {
        var body = await RawBody.ReadAsync(context.Request, MaxBody, "1 to 1,048,576 bytes of UTF-8");
        await EchoAsync(context, TextOf(body.Span), emulators.Default);
    }

    private static string TextOf(ReadOnlySpan<byte> body)
    {
        try
        {
            return Utf8.GetString(body);
        }
        catch (DecoderFallbackException)
        {
            throw new RequestException(ProblemTypes.InvalidBody, "The body must be UTF-8.", "body");
        }
    }

    private static async Task EchoAsync(HttpContext context, string message, EmulatorClient emulator)
    {
        using var reply = await emulator.EchoAsync(message, context.RequestAborted, InlineScheduling.CanRunInline(context));
        BufferedResponse.Write(context.Response, reply, "text/plain; charset=utf-8");
    }
}
