using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Features.Screen;

/// <summary>Maps the screen as a PNG.</summary>
internal static class ScreenEndpoints
{
    /// <summary>Gets the rule for the width and height in the PNG of each pixel of the game.</summary>
    public static IntegerRule Scale { get; } = new("scale", 1, 8, 1);

    private static readonly FlagRule Messages = new("messages", Default: true);

    public static void MapScreen(this IEndpointRouteBuilder routes) => routes.MapGet("/screen", GetAsync)
        .WithTags("Screen")
        .Needs(Scope.Read)
        .Describe("GetScreen", "Returns the screen as a PNG",
            "Returns the latest frame that the game drew, with messages to the player over it; the header Emulator-Frame has its number. "
            + "?scale=3 makes each pixel a square of 3 x 3. Send the ETag back as If-None-Match; the response is 304 without a body while "
            + "the picture is the same.")
        .TakesQuery(
            new ParameterNote("scale", "Width and height in the PNG of each pixel of the game.", "3") { Rule = Scale },
            new ParameterNote("messages", "Whether the picture has the messages to the player (POST …/messages).", "") { Rule = Messages },
            TicketParameter.Note)
        .ReadsHeader(new ParameterNote("If-None-Match", "The ETag of the picture that the client has.", "") { Rule = new TextRule() })
        .SendsHeaders(ResponseHeader.Frame, new ResponseHeader("ETag", "Changes with the picture and its scale."))
        .Produces(StatusCodes.Status200OK)
        .Produces(StatusCodes.Status304NotModified)
        .WithMetadata(new BinaryResponse("image/png"))
        .RefusesLikeACommand(ProblemTypes.WrongTicket, ProblemTypes.Conflict, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused);

    private static async Task GetAsync(string emulator, string? scale, string? messages, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var factor = Scale.ParseOrDefault(scale);
        using var picture = Messages.Parse(messages)
            ? await client.LookAsAPersonAsync(context.RequestAborted)
            : await client.LookAsync(context.RequestAborted);
        var (response, tag) = (context.Response, picture.EntityTag(factor));
        response.Headers.ETag = tag;
        // A browser caches the picture and revalidates it each time.
        response.Headers.CacheControl = "no-cache";
        response.Headers[ResponseHeader.FrameName] = picture.Frame.ToString(CultureInfo.InvariantCulture);
        if (HasCurrent(context.Request, tag))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        var png = PngWriter.Write(picture, factor);
        response.ContentType = "image/png";
        response.ContentLength = png.Length;
        await response.BodyWriter.WriteAsync(png, context.RequestAborted);
    }

    // RFC 9110, 13.1.2: compares weakly; * matches any picture.
    private static bool HasCurrent(HttpRequest request, string tag)
    {
        var current = new EntityTagHeaderValue(tag);
        return request.GetTypedHeaders().IfNoneMatch.Any(known => known == EntityTagHeaderValue.Any
            || known.Compare(current, useStrongComparison: false));
    }
}
