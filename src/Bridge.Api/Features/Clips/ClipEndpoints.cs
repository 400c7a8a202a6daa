using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Clips;

/// <summary>Maps clips: the past of a game as pictures and sound.</summary>
internal static class ClipEndpoints
{
    private static readonly ParameterNote Id = new("id", "The clip's identifier, from POST …/clips.", "0123456789abcdef0123456789abcdef")
        { Rule = ClipRules.Id };

    public static void MapClips(this IEndpointRouteBuilder routes)
    {
        var clips = routes.MapGroup("/clips").WithTags("Clips");
        clips.MapPost("", BeginAsync)
            .Needs(Scope.Read)
            .Describe("MakeClip", "Makes a clip of what the game did",
                "The clip is of the last seconds; or of the frames from to to of the history, by default all (at most 600 s); or of a "
                + "movie. A process of its own plays these frames again, so the running game isn't disturbed, and thinking time of a "
                + "frozen game isn't in the clip. format is gif (default), apng, webp, mp4, webm or wav; fps the pictures a second, by "
                + "default 30 in a gif and else all; scale the width of a pixel, by default 3 in mp4 and webm; crop a part of the picture; "
                + "sound whether mp4 and webm have it; overlay what is shown over the pictures: buttons, frame, notes (the latest one); "
                + "text a line over them. "
                + "onlyFrames: changed leaves out the time in which the picture stays the same. A gif is exact while at most 255 colors "
                + "change from one picture to the next; reducedPictures counts the others. The response is 202, and "
                + "GET …/clips/{id}/file waits for the file; with wait, it is 201 once the file is there. Clips are kept for a day, or "
                + "Bridge:Clips:Kept. Without a history, which only the bundled emulator has, the bridge records the pictures of the next "
                + "seconds, without sound: live is true, and dropped is how many pictures are missing.")
            .TakesQuery()
            .MayTakeBody<ClipRequest>(ClipRules.Request, """{"seconds": 1}""")
            .Produces<ClipShape>(StatusCodes.Status202Accepted)
            .Produces<ClipShape>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.MissingParameter,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.UnknownMovie, ProblemTypes.UnknownRom, ProblemTypes.Conflict,
                ProblemTypes.TooManyClips, ProblemTypes.TooLarge, ProblemTypes.EmulatorRefused, ProblemTypes.ClipFailed,
                ProblemTypes.Cancelled, ProblemTypes.StorageFailed, ProblemTypes.StorageFull,
                ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
        clips.MapGet("", List)
            .Needs(Scope.Read)
            .Describe("ListClips", "Lists the clips of the emulator", "The oldest first. They stay when the emulator has ended.")
            .TakesQuery()
            .Produces<ClipList>()
            .RefusesLikeACommand(ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        clips.MapGet("/{id}", Get)
            .Needs(Scope.Read)
            .Describe("GetClip", "Returns how far a clip is",
                "state is waiting, rendering, done or failed; rendered is how many of its frames are rendered; problem says why it failed.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces<ClipShape>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownClip, ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        clips.MapGet("/{id}/file", GetFileAsync)
            .Needs(Scope.Read)
            .Describe("GetClipFile", "Returns the file of a clip",
                "Waits until the clip is ready. Parts of it can be asked for with Range. The response to a failed one is its problem.")
            .TakesPath(Id)
            .TakesQuery(TicketParameter.Note)
            .Produces(StatusCodes.Status200OK)
            .WithMetadata([.. ClipFormat.All.Select(format => new BinaryResponse(format.MediaType)), new WaitsForFrames()])
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.WrongTicket, ProblemTypes.UnknownClip, ProblemTypes.ClipFailed,
                ProblemTypes.Conflict, ProblemTypes.Cancelled, ProblemTypes.InvalidParameter, ProblemTypes.TimedOut,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        clips.MapGet("/{id}/subtitles", GetSubtitlesAsync)
            .Needs(Scope.Read)
            .Describe("GetClipSubtitles", "Returns the notes of a clip as subtitles",
                "WebVTT, with the notes of the clip's frames at their times in it; without notes it has none. Each one is shown until the "
                + "next one, for 5 s at most. Waits until the clip is ready. The response to a failed one is its problem.")
            .TakesPath(Id)
            .TakesQuery(TicketParameter.Note)
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(WebVtt.MediaType), new WaitsForFrames())
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.WrongTicket, ProblemTypes.UnknownClip, ProblemTypes.ClipFailed,
                ProblemTypes.Conflict, ProblemTypes.Cancelled, ProblemTypes.InvalidParameter, ProblemTypes.TimedOut,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        clips.MapDelete("/{id}", DeleteAsync)
            .Needs(Scope.Read)
            .Describe("DeleteClip", "Deletes a clip",
                "One that isn't ready ends. If tokens are configured, it takes the token that made it, or the scope admin. Responds with "
                + "204 and no body.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownClip, ProblemTypes.NarrowToken, ProblemTypes.StorageFailed,
                ProblemTypes.Unsupported);
    }

    private static async Task<IResult> BeginAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, ClipMaker maker, ClipStore store)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, ClipJson.Context.ClipRequest) ?? new ClipRequest();
        var clip = await maker.BeginAsync(client, body, context.Features.Get<AccessToken>(), context.RequestAborted);
        var place = $"/emulators/{client.Name}/clips/{clip.Id}";
        if (body.Wait != true)
            return TypedResults.Accepted(place, clip.Shape);
        await WaitAsync(clip, store, context.RequestAborted);
        return TypedResults.Created(place, clip.Shape);
    }

    // A client that hangs up doesn't want the clip any more.
    private static async Task WaitAsync(Clip clip, ClipStore store, CancellationToken aborted)
    {
        try
        {
            await clip.Work.WaitAsync(aborted);
        }
        catch (OperationCanceledException)
        {
            await store.DeleteAsync(clip);
            throw;
        }

        if (clip.Failure is { } failure)
        {
            await store.DeleteAsync(clip);
            throw failure;
        }
    }

    private static ClipList List(string emulator, EmulatorDirectory emulators, ClipStore store)
    {
        var clips = store.List(emulator);
        if (clips.Count == 0)
            emulators.Get(emulator);
        return new([.. clips.Select(clip => clip.Shape)]);
    }

    private static ClipShape Get(string emulator, string id, ClipStore store) => store.Get(emulator, ClipRules.CheckId(id)).Shape;

    private static async Task<IResult> GetFileAsync(string emulator, string id, ClipStore store, CancellationToken cancellationToken)
    {
        var clip = await ReadyAsync(emulator, id, store, cancellationToken);
        var format = ClipFormat.All.Single(format => format.Name == clip.Shape.Format);
        return Results.File(
            store.PathOf(clip), format.MediaType, $"{emulator}-{clip.Shape.From}.{format.Name}", enableRangeProcessing: true);
    }

    private static async Task<IResult> GetSubtitlesAsync(
        string emulator, string id, ClipStore store, CancellationToken cancellationToken)
    {
        var clip = await ReadyAsync(emulator, id, store, cancellationToken);
        return clip.Shape.Notes > 0
            ? Results.File(store.SubtitlesOf(clip), WebVtt.MediaType, $"{emulator}-{clip.Shape.From}.vtt")
            : Results.Bytes(Encoding.UTF8.GetBytes(WebVtt.Write([])), WebVtt.MediaType);
    }

    private static async Task<Clip> ReadyAsync(string emulator, string id, ClipStore store, CancellationToken cancellationToken)
    {
        var clip = store.Get(emulator, ClipRules.CheckId(id));
        await clip.Work.WaitAsync(cancellationToken);
        return clip.Failure is { } failure ? throw failure : clip;
    }

    private static async Task<IResult> DeleteAsync(string emulator, string id, HttpContext context, ClipStore store)
    {
        var clip = store.Get(emulator, ClipRules.CheckId(id));
        if (!clip.CanBeDeletedBy(context.Features.Get<AccessToken>()))
            throw new RequestException(ProblemTypes.NarrowToken, "Another token has made this clip; deleting it needs admin.");
        await store.DeleteAsync(clip);
        return Results.NoContent();
    }
}
