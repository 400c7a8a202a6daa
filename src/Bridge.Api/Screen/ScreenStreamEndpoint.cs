using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;

namespace Bridge.Api.Screen;

/// <summary>The screen as a stream of pictures that replace each other.</summary>
internal static class ScreenStreamEndpoint
{
    private const int DefaultRate = 15;
    private const int HighestRate = 60;
    private static readonly SharedPlaces Places = new("streams of the screen", PictureFeed.MaxViewers);

    private const string ContentType = "multipart/x-mixed-replace; boundary=picture";

    public static void MapScreenStream(this IEndpointRouteBuilder routes) => routes.MapGet("/screen/stream", StreamAsync)
        .WithTags("Screen")
        .Needs(Scope.Read)
        .Describe("StreamScreen", "Streams the screen as a live picture",
            "Works in an <img>: multipart/x-mixed-replace of PNGs, each with the header Emulator-Frame. An unchanged picture is sent "
            + "again every five seconds. A client that reads slowly misses pictures. The stream stays open until the client "
            + "disconnects, even while the emulator is disconnected. An emulator has at most 64 streams; with several tokens, each "
            + "token has 16. Further streams are refused with 503. Swagger UI can't show this response, because it waits for the end.")
        .TakesQuery(new ParameterNote("fps", "Maximum pictures per second, 1 to 60; default 15.", "15"))
        .Produces(StatusCodes.Status200OK)
        .WithMetadata(new BinaryResponse("multipart/x-mixed-replace"), new WaitsForFrames())
        .RefusesLikeACommand(ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused);

    private static async Task StreamAsync(
        string emulator, string? fps, HttpContext context, EmulatorDirectory emulators, PictureFeeds feeds,
        TokenShares shares, GracefulShutdown stop)
    {
        var client = emulators.Get(emulator);
        var rate = fps is null ? DefaultRate : Parameters.Integer(fps, "fps", 1, HighestRate);
        using var place = shares.Take(client, context.Features.Get<AccessToken>(), Places);
        using var viewer = feeds.Of(client).Join(rate);
        var shot = await viewer.NextAsync(context.RequestAborted);

        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stop.StreamsEnd);
        var response = context.Response;
        response.ContentType = ContentType;
        try
        {
            response.BodyWriter.Write("--picture\r\n"u8);
            while (true)
            {
                // A slow client holds up only itself, here.
                await WriteAsync(response.BodyWriter, shot);
                shot = await viewer.NextAsync(end.Token);
            }
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            // The client has left, or the bridge is being stopped.
        }
    }

    // The boundary follows its picture at once: browsers show a part only when they have seen its end.
    private static async Task WriteAsync(PipeWriter writer, CapturedFrame shot)
    {
        writer.Write(Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture,
            $"Content-Type: image/png\r\nContent-Length: {shot.Png.Length}\r\n{Payloads.FrameHeader}: {shot.Frame}\r\n\r\n")));
        writer.Write(shot.Png.Span);
        writer.Write("\r\n--picture\r\n"u8);
        // Not to be cancelled: Kestrel would reset the connection, and the client would not see the stream end.
        await writer.FlushAsync(CancellationToken.None);
    }
}
