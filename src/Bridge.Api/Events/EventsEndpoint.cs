using System.Buffers;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace Bridge.Api.Events;

/// <summary>What happens in an emulator, as server-sent events.</summary>
internal static class EventsEndpoint
{
    private const string ContentType = "text/event-stream";
    private const int LongestId = 64;

    public static void MapEvents(this IEndpointRouteBuilder routes)
    {
        // Looked up once: services among a handler's parameters would cost each stream a scope that lasts as long as it does.
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        var feeds = routes.ServiceProvider.GetRequiredService<EventFeeds>();
        var shares = routes.ServiceProvider.GetRequiredService<TokenShares>();
        var places = SharedPlaces.EventStreams(routes.ServiceProvider.GetRequiredService<EventOptions>().MaxStreams);
        routes.MapGet("/events", (string emulator, string? topics, string? watches, string? lastEventId, HttpContext context) =>
            {
                var client = emulators.Get(emulator);
                if (shares.Take(client, context.Features.Get<AccessToken>(), places) is { } place)
                    context.Response.RegisterForDispose(place);
                return StreamAsync(feeds.Of(client), topics, watches, lastEventId, context);
            })
            .WithTags("Events")
            .Describe("StreamEvents", "What happens, as server-sent events",
                "Works with EventSource. Each event has an id, its topic as event, and JSON as data. "
                + "frame {frame}: each emulated frame. buttons {down, frame}: the buttons that the game sees are others. "
                + "reset {frame, before}: frames are counted from elsewhere, after a reset, a loaded state, rewinding. "
                + "game {game, frame}: another game runs, or none (null). "
                + "state {state}: what GET …/emulators/{emulator} tells as state is something else. "
                + "watch {id, name, address, value or hex, previous, frame}: a watch (POST …/watches) shows something else. "
                + "gap {lost}, whatever the topics: events of whatever topic were lost, so many of them, or null when nobody knows; then "
                + "look for yourself. The latest 4,096 events, or 1 MiB of them, are kept: a client that comes back with the id of the "
                + "last event that it has, as EventSource does by itself, gets those that it has missed. A client that reads slowly loses "
                + "its oldest events and is told by a gap. A comment comes every 15 seconds. Goes on until the client leaves, over losses "
                + "of the emulator, too. Up to 1,024 streams of an emulator, or as many as Bridge:EventStreams says, with several tokens a "
                + "quarter of them for each; beyond that 503. Swagger UI waits for the end of an answer and can't show this one.")
            .Needs(Scope.Read)
            .TakesQuery(
                new ParameterNote("topics",
                    "Some of frame, buttons, reset, game, state, watch, with commas between them; default all but frame.", "frame,buttons"),
                new ParameterNote("watches",
                    "Ids of watches, with commas between them; default all, those that are set later, too. Needs the topic watch.", ""),
                new ParameterNote("lastEventId",
                    "The id of the last event that the client has. The header Last-Event-ID counts more, because EventSource sends it with "
                    + "the newer id.", ""))
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryAnswer(ContentType), new WaitsForFrames())
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator,
                ProblemTypes.UnknownWatch, ProblemTypes.Overloaded);
    }

    private static async Task StreamAsync(EmulatorEvents events, string? topics, string? watches, string? lastEventId, HttpContext context)
    {
        var wanted = topics is null ? TopicNames.Default : TopicNames.Parse(topics);
        var ids = watches is null ? null : WatchesOf(watches, wanted, events);
        var last = context.Request.Headers["Last-Event-ID"] is [{ Length: > 0 } header] ? header : IdOf(lastEventId);

        using var subscriber = await events.JoinAsync(wanted, ids, string.IsNullOrEmpty(last) ? null : last, context.RequestAborted);
        using var left = context.RequestAborted.UnsafeRegister(static subscriber => ((Subscriber)subscriber!).End(), subscriber);
        // A client that reads nothing for a while loses events, not its connection.
        context.Features.Get<IHttpMinResponseDataRateFeature>()?.MinDataRate = null;
        context.Response.ContentType = ContentType;
        var output = context.Response.BodyWriter;
        output.Write(EventText.Comment);
        do
        {
            subscriber.Write(output);
            // Not to be cancelled: Kestrel would reset the connection, and the client would not see the stream end.
            await output.FlushAsync(CancellationToken.None);
        }
        while (await subscriber.WaitAsync());
    }

    private static string? IdOf(string? text) =>
        text is null || (text.Length <= LongestId && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-'))
            ? text
            : throw Parameters.Refuse("lastEventId", text, $"an event id of up to {LongestId} letters, digits and -");

    private static HashSet<int> WatchesOf(string text, EventTopic topics, EmulatorEvents events)
    {
        if (!topics.HasFlag(EventTopic.Watch))
            throw new RequestException(ProblemTypes.InvalidParameter,
                "watches requires the topic watch, which topics leaves out.", "watches");
        var ids = text.Split(',')
            .Select(id => int.TryParse(id, System.Globalization.NumberStyles.None, null, out var number) && !Parameters.EndsInNul(id)
            ? number
            : throw Parameters.Refuse("watches", text, "a comma-separated list of watch ids")).ToHashSet();
        events.CheckWatches(ids);
        return ids;
    }
}
