using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Screen;

/// <summary>Streams the screen as pictures that replace each other.</summary>
internal static class ScreenStreamEndpoints
{
    private static readonly IntegerRule Rate = new("fps", 1, 60, 15);
    private static readonly SharedPlaces Places = new("streams of the screen", PictureFeed.MaxViewers);

    private const string ContentType = "multipart/x-mixed-replace; boundary=picture";

    public static void MapScreenStream(this IEndpointRouteBuilder routes) => routes.MapGet("/screen/stream", StreamAsync)
        .WithTags("Screen")
        .Needs(Scope.Read)
        .Describe("StreamScreen", "Streams the screen as a live picture",
            "Works in an <img>: multipart/x-mixed-replace of PNGs, each with the header Emulator-Frame. An unchanged picture is sent "
            + "again every five seconds. A client that reads slowly misses pictures. The stream stays open while the emulator is "
            + "disconnected, and ends when the emulator is ended. An emulator has at most 64 streams; with several tokens, each "
            + "token has 16. Further streams are refused with 503. Swagger UI can't show this response, because it waits for the end.")
        .TakesQuery(new ParameterNote("fps", "Maximum pictures per second.", "15") { Rule = Rate }, TicketParameter.Note)
        .Produces(StatusCodes.Status200OK)
        .WithMetadata(new BinaryResponse("multipart/x-mixed-replace"), new WaitsForFrames())
        .RefusesLikeACommand(ProblemTypes.WrongTicket, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused);

    private static async Task StreamAsync(
        string emulator, string? fps, HttpContext context, EmulatorDirectory emulators, PictureFeeds feeds,
        TokenShares shares, GracefulShutdown stop)
    {
        var client = emulators.Get(emulator);
        var rate = Rate.ParseOrDefault(fps);
        using var place = shares.Take(client, context.Features.Get<AccessToken>(), Places);
        using var viewer = feeds.Of(client).Join(rate);
        var captured = await viewer.NextAsync(context.RequestAborted) ?? throw EmulatorDirectory.Ended(client);

        var response = context.Response;
        StreamHeaders.Set(response, ContentType);
        if (HeadRequests.Is(context))
            return;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stop.StreamsEnd);
        try
        {
            response.BodyWriter.Write("--picture\r\n"u8);
            while (captured is not null)
            {
                // A slow client delays only itself here.
                await WriteAsync(response.BodyWriter, captured);
                captured = await viewer.NextAsync(end.Token);
            }
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            // The client has disconnected, or the bridge is stopping.
        }
    }

    // The boundary follows its picture immediately, because browsers show a part only at its end.
    private static async Task WriteAsync(PipeWriter writer, CapturedFrame captured)
    {
        writer.Write(Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture,
            $"Content-Type: image/png\r\nContent-Length: {captured.Png.Length}\r\n"
            + $"{ResponseHeader.FrameName}: {captured.Frame}\r\n\r\n")));
        writer.Write(captured.Png.Span);
        writer.Write("\r\n--picture\r\n"u8);
        // Not cancelled, because Kestrel would reset the connection, and the client would not see the stream end.
        await writer.FlushAsync(CancellationToken.None);
    }
}
