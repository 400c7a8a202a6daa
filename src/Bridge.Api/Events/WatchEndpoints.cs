using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Memory;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Events;

/// <summary>Places in memory whose changes are told as events.</summary>
internal static class WatchEndpoints
{
    private const int MostLetters = 64;

    private static readonly ParameterNote Id = new("id", "The watch's id, as the answer to its being set gave it.", "1");

    public static void MapWatches(this IEndpointRouteBuilder routes)
    {
        var watches = routes.MapGroup("/watches").WithTags("Events");
        watches.MapGet("/{id}", Get)
            .Describe("GetWatch", "A watch, and what it has shown last",
                "frame is that of its latest change. Of one that may change more often than it tells, that is what was told last.")
            .Needs(Scope.Read)
            .TakesPath(Id)
            .TakesQuery()
            .Produces<WatchDescription>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownWatch);
        watches.MapDelete("/{id}", Delete)
            .Describe("DeleteWatch", "Ends a watch",
                "204 without a body. Its id is not given again. With tokens, the watch of another one needs admin.")
            .Needs(Scope.Read)
            .TakesPath(Id)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownWatch);
        watches.MapPost("", SetAsync)
            .Describe("SetWatch", "Watches a place in memory",
                "A value of a type (u8 when left out), or a range of 1 to 4,096 bytes; a chain of pointers is followed anew in each frame. "
                + "The emulator compares it in each frame and tells a change as an event watch (GET …/events). What is there and back "
                + "between two frames isn't seen. intervalFrames, 1 to 3,600: at most one event in so many frames, with the newest value. "
                + "name, up to 64 letters, digits, blanks and . _ -, comes along in the events. A watch stays until it is deleted, over "
                + "losses of the emulator and other games, too; it ends with the bridge. With temporary: true it also ends when no stream "
                + "of events has told of it for a minute, so a client that dies leaves none behind. An emulator has up to 4,096 watches, "
                + "262,144 bytes of ranges together and 1,024 pointers of chains; with several tokens a quarter of each for every one of "
                + "them.")
            .Needs(Scope.Read)
            .TakesQuery()
            .TakesBody<NewWatch>("""{"address": "0x02000004", "type": "u16", "name": "buttons"}""")
            .Produces<WatchDescription>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.TooManyWatches, ProblemTypes.UnsupportedMediaType);
        watches.MapGet("", List)
            .Describe("ListWatches", "The watches, and what they have shown last", "Oldest first.")
            .Needs(Scope.Read)
            .TakesQuery()
            .Produces<WatchList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
        watches.MapDelete("", DeleteAll)
            .Describe("DeleteWatches", "Ends all watches",
                "204 without a body. Without tokens, those of all clients; with tokens, those that this one has set, or all with admin.")
            .Needs(Scope.Read)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
    }

    private static async Task<Created<WatchDescription>> SetAsync(string emulator, HttpContext context,
        EmulatorDirectory emulators, EventFeeds feeds)
    {
        var client = emulators.Get(emulator);
        var asked = await JsonBody.ReadAsync(context.Request, EventJson.Context.NewWatch);
        var place = PlaceOf(client, asked);
        if (asked.Name is { } name && !IsName(name))
            throw Parameters.Refuse("name", name, $"1 to {MostLetters} letters, digits, spaces and . _ -");
        var watch = await feeds.Of(client).SetWatchAsync(place, asked.Name, asked.Address!, asked.Temporary ?? false,
            context.Features.Get<AccessToken>());
        return TypedResults.Created($"/emulators/{client.Name}/watches/{watch.Id}", watch);
    }

    private static bool IsName(string text) =>
        text.Length is > 0 and <= MostLetters && text.All(letter => char.IsLetterOrDigit(letter) || letter is ' ' or '.' or '_' or '-');

    private static WatchedPlace PlaceOf(EmulatorClient client, NewWatch asked)
    {
        var address = Parameters.NeededAddress(asked.Address);
        var domain = Parameters.Domain(asked.Domain, address);
        if (asked.Length is not null && asked.Type is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type watches one value, length a range.", "length");
        var type = asked.Length is null ? MemoryType.Parse(asked.Type ?? "u8") : null;
        var length = type?.Width ?? Parameters.InRange(asked.Length!.Value, "length", 1, WireLimits.WatchBytes);
        BusLimit.Check(client, address, length, domain);
        var interval = Parameters.InRange(asked.IntervalFrames ?? 1, "intervalFrames", 1, WireLimits.WatchIntervalFrames);
        return new WatchedPlace(address, type?.Name, length, domain, interval);
    }

    private static WatchList List(string emulator, EmulatorDirectory emulators, EventFeeds feeds) =>
        new(feeds.Of(emulators.Get(emulator)).ListWatches());

    private static WatchDescription Get(string emulator, string id, EmulatorDirectory emulators, EventFeeds feeds) =>
        feeds.Of(emulators.Get(emulator)).GetWatch(IdOf(id));

    private static NoContent Delete(string emulator, string id, HttpContext context, EmulatorDirectory emulators, EventFeeds feeds)
    {
        feeds.Of(emulators.Get(emulator)).RemoveWatch(IdOf(id), context.Features.Get<AccessToken>());
        return TypedResults.NoContent();
    }

    private static NoContent DeleteAll(string emulator, HttpContext context, EmulatorDirectory emulators, EventFeeds feeds)
    {
        feeds.Of(emulators.Get(emulator)).RemoveWatches(context.Features.Get<AccessToken>());
        return TypedResults.NoContent();
    }

    private static int IdOf(string text) => Parameters.Integer(text, "id", 1, int.MaxValue);
}
