using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Events;

/// <summary>Maps the watches: places in memory and achievements whose changes are sent as events.</summary>
internal static class WatchEndpoints
{
    private static readonly IntegerRule WatchId = new("id", 1, int.MaxValue);
    private static readonly IntegerRule Length = new("length", 1, WireLimits.WatchBytes);
    private static readonly IntegerRule Interval = new("intervalFrames", 1, WireLimits.WatchIntervalFrames, 1);

    private const string WithoutPlace = """{"not": {"anyOf": [{"required": ["address"]}, {"required": ["achievement"]}]}}""";

    private const string AchievementWithPlace =
        """
        {"required": ["achievement"], "anyOf": [
            {"required": ["address"]}, {"required": ["type"]}, {"required": ["length"]}, {"required": ["domain"]}]}
        """;

    private static readonly ObjectRule Watch = new(typeof(NewWatch),
        new("address", PointerChain.AddressRule), new("type", MemoryType.Rule), new("length", Length),
        new("domain", Parameters.DomainName), new("intervalFrames", Interval), new("name", WatchName.Rule),
        new("temporary", new FlagRule("temporary")), new("achievement", ConditionRules.Achievement))
    {
        Never = [MemoryRules.LengthWithType, MemoryRules.ChainInDomain, WithoutPlace, AchievementWithPlace],
    };

    private static readonly ParameterNote Id = new("id", "The id of the watch, as POST …/watches returned it.", "1") { Rule = WatchId };

    public static void MapWatches(this IEndpointRouteBuilder routes)
    {
        var watches = routes.MapGroup("/watches").WithTags("Events");
        watches.MapGet("/{id}", Get)
            .Describe("GetWatch", "Returns a watch and its last value",
                "frame is the frame of the latest change. For a watch with intervalFrames, the value is the last one that was sent as an "
                + "event.")
            .Needs(Scope.Read)
            .TakesPath(Id)
            .TakesQuery()
            .Produces<WatchDescription>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownWatch);
        watches.MapDelete("/{id}", Delete)
            .Describe("DeleteWatch", "Deletes a watch",
                "Responds with 204 and no body. Ids are not reused. With tokens, deleting the watch of another token requires admin.")
            .Needs(Scope.Read)
            .TakesPath(Id)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownWatch);
        watches.MapPost("", SetAsync)
            .Describe("SetWatch", "Watches a place in memory, or an achievement",
                "Watches a value of a type (default u8), a range of 1 to 4,096 bytes, or an achievement: conditions of RetroAchievements, "
                + "whose value is 1 while they hold, and otherwise 0. Their hits count from the beginning of the watch, and start anew "
                + "after a reset, a loaded state or rewinding, and with another game. A chain of pointers is followed again in each frame. "
                + "The emulator compares the value in each frame and sends a change as an event of the topic watch (GET …/events). "
                + "It does not see a change that is undone within the same frame. intervalFrames, 1 to 3,600, limits the watch to one "
                + "event in that many frames, with the newest value. name, at most 64 letters, digits, spaces and . _ -, is part of the "
                + "events. A watch stays until it is deleted or the bridge stops, even if the emulator disconnects or the game changes. "
                + "With temporary: true, the bridge also deletes the watch after a minute without an event stream that includes it, so "
                + "that a crashed client leaves no watch behind. Limits of an emulator: 4,096 watches, 262,144 bytes of ranges in total, "
                + "1,024 pointers of chains and 128 conditions of achievements. With several tokens, each token has a quarter of these "
                + "limits.")
            .Needs(Scope.Read)
            .TakesQuery()
            .TakesBody<NewWatch>(Watch, """{"address": "0x02000004", "type": "u16", "name": "buttons"}""")
            .Produces<WatchDescription>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.TooManyWatches,
                ProblemTypes.UnsupportedMediaType);
        watches.MapWatchImport();
        watches.MapGet("", List)
            .Describe("ListWatches", "Lists the watches and their last values", "Oldest first.")
            .Needs(Scope.Read)
            .TakesQuery()
            .Produces<WatchList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
        watches.MapDelete("", DeleteAll)
            .Describe("DeleteWatches", "Deletes all watches",
                "Responds with 204 and no body. Without tokens, deletes the watches of all clients. With tokens, deletes the watches of "
                + "this token, or all watches with the scope admin.")
            .Needs(Scope.Read)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
    }

    private static async Task<Created<WatchDescription>> SetAsync(string emulator, HttpContext context,
        EmulatorDirectory emulators, EventFeeds feeds, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var request = await JsonBody.ReadAsync(context.Request, EventJson.Context.NewWatch);
        var place = PlaceOf(request, await symbols.Of(client).ReadyAsync());
        if (request.Name is { } name && !WatchName.IsValid(name))
            throw Parameters.Refuse("name", name, $"1 to {WatchName.Rule.Max} letters, digits, spaces and . _ -");
        var watch = await feeds.Of(client).SetWatchAsync(place, request.Name, request.Address, request.Temporary ?? false,
            context.Features.Get<AccessToken>());
        return TypedResults.Created($"/emulators/{client.Name}/watches/{watch.Id}", watch);
    }

    private static WatchedPlace PlaceOf(NewWatch request, SymbolsNow symbols)
    {
        if (request.Achievement is { } achievement)
        {
            if (request is not { Address: null, Type: null, Length: null, Domain: null })
                throw new RequestException(ProblemTypes.InvalidParameter,
                    "achievement can't be combined with address, type, length or domain.", "achievement");
            return WatchedPlace.OfAchievement(ConditionRules.CheckAchievement(achievement), Interval.Of(request.IntervalFrames));
        }

        if (request.Length is not null && request.Type is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type watches one value, length a range.", "length");
        var interval = Interval.Of(request.IntervalFrames);
        var place = Parameters.Place(request.Address, request.Domain, symbols);
        var type = request.Length is null ? MemoryType.ParseOrDefault(request.Type, place.Number) : null;
        return new WatchedPlace(
            place.Address, type?.Name, type?.Width ?? Length.Check(request.Length!.Value), place.Domain, interval);
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

    private static int IdOf(string text) => WatchId.Parse(text);
}
