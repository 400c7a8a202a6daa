using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Clips;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Sound;

/// <summary>Maps the sound of the game: the last seconds, a stream, and how loud it is.</summary>
internal static class SoundEndpoints
{
    private static readonly SharedPlaces Places = new("streams of the sound", SoundStreams.Max);

    public static void MapSound(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("").WithTags("Sound");
        group.MapGet("/audio", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetAudio", "Returns the sound of the last seconds as a WAV",
                "16-bit stereo of 32,768 Hz: 548.625 samples a frame. Made from the history, like a clip with the format wav. Only the "
                + "bundled emulator has a history; others respond with 501.")
            .TakesQuery(new ParameterNote("seconds", "The last seconds.", "5") { Rule = SoundRules.Seconds })
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse("audio/wav"), new WaitsForFrames())
            .RefusesLikeACommand(ProblemTypes.UnknownRom, ProblemTypes.Conflict, ProblemTypes.TooManyClips, ProblemTypes.TooLarge,
                ProblemTypes.ClipFailed, ProblemTypes.EmulatorRefused, ProblemTypes.Cancelled,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        group.MapGet("/audio/stream", StreamAsync)
            .Needs(Scope.Read)
            .Describe("StreamAudio", "Streams the sound of the game as a WAV without end",
                "16-bit stereo of 32,768 Hz. There is no sound while the game is frozen or the emulator is disconnected; a fast game gives "
                + "more than 32,768 samples a second. A client that reads slowly misses sound. The stream ends when the emulator is ended. "
                + "An emulator has at most 16 streams; with several tokens, each token has four. Further streams are refused with 503. "
                + "Swagger UI can't show this response, because it waits for the end.")
            .TakesQuery(TicketParameter.Note)
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse("audio/wav"), new WaitsForFrames())
            .RefusesLikeACommand(ProblemTypes.WrongTicket, ProblemTypes.Unsupported);
        group.MapPut("/sound", SetAsync)
            .Needs(Scope.Write)
            .Describe("SetSound", "Sets how loud the stream of the sound is",
                "volume is 0 to 1, for all clients; a new emulator has 1. Clips are as loud as the console.")
            .TakesQuery()
            .TakesBody<SoundRequest>(SoundRules.Sound, """{"volume": 0.5}""")
            .Produces<SoundResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.Unsupported);
    }

    private static async Task<IResult> GetAsync(
        string emulator, string? seconds, HttpContext context, EmulatorDirectory emulators, ClipMaker maker, ClipStore store)
    {
        var client = emulators.Get(emulator);
        var request = new ClipRequest(Seconds: SoundRules.Seconds.ParseOrDefault(seconds), Format: ClipFormat.Wav.Name);
        var clip = await maker.BeginAsync(client, request, context.Features.Get<AccessToken>(), context.RequestAborted);
        context.Response.OnCompleted(() => store.DeleteAsync(clip));
        await clip.Work.WaitAsync(context.RequestAborted);
        return clip.Failure is { } failure ? throw failure : Results.File(store.PathOf(clip), ClipFormat.Wav.MediaType);
    }

    private static async Task StreamAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, TokenShares shares, SoundStreams streams, GracefulShutdown stop,
        TimeProvider time)
    {
        var client = emulators.Get(emulator);
        using var place = shares.Take(client, context.Features.Get<AccessToken>(), Places);
        await streams.RunAsync(client, () => SendAsync(new SoundStream(client, emulators, time), context, stop));
    }

    private static async Task SendAsync(SoundStream sound, HttpContext context, GracefulShutdown stop)
    {
        await sound.BeginAsync(context.RequestAborted);
        StreamHeaders.Set(context.Response, ClipFormat.Wav.MediaType);
        if (HeadRequests.Is(context))
            return;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stop.StreamsEnd);
        try
        {
            await context.Response.BodyWriter.WriteAsync(WavWriter.Header(uint.MaxValue), CancellationToken.None);
            await sound.CopyAsync(context.Response.BodyWriter, end.Token);
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            // The client has disconnected, or the bridge is stopping.
        }
    }

    private static async Task<SoundResponse> SetAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, SoundJson.Context.SoundRequest);
        var volume = SoundRules.Volume.Check(body.Volume ?? throw Parameters.Missing("volume", "0 to 1"), "0 to 1");
        var percent = (int)Math.Round(volume * 100);
        await client.SetVolumeAsync(percent, context.RequestAborted);
        return new SoundResponse(percent / 100.0);
    }
}
