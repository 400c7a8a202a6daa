using System.Buffers;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace Bridge.Api.Features.Events;

/// <summary>Streams what happens in an emulator as server-sent events.</summary>
internal static class EventEndpoints
{
    private const string ContentType = "text/event-stream";

    private static readonly TextRule EventId = new() { Pattern = "^[0-9A-Za-z-]*$", Max = 64 };
    private static readonly ListRule WatchIds = new(new IntegerRule("watches", 0, int.MaxValue), Min: 1);

    public static void MapEvents(this IEndpointRouteBuilder routes)
    {
        // Resolved once: services among a handler's parameters would create a DI scope that lives as long as the stream.
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
            .Describe("StreamEvents", "Streams events as server-sent events",
                "Works with EventSource. Each event has an id, its topic as event, and JSON as data. frame {frame}: each emulated frame. "
                + "buttons {down, frame}: the buttons that the game sees changed. reset {frame, before}: the frame number jumped after a "
                + "reset, a loaded state or rewinding. rewound {now, before, frame}: the game returned to the frame now of its history. "
                + "marked {name, at, frame}: the frame at of the history was marked. note {text, at, frame}: a client put a text there. "
                + "breakpoint {id, on, frame, cycle, pc, pcSymbol, address, symbol, size, before, value, dma, registers}: a breakpoint was "
                + "hit (POST "
                + "…/breakpoints); or {lost, frame}: more hits than the emulator tells of a frame. rumble {on, frame}: "
                + "the motor in the cartridge started or stopped. message {text, frames, drawn, frame}: a client shows the player a "
                + "message (POST …/messages). "
                + "game {game, frame}: another game runs, or no game (null). state {state}: the state in GET …/emulators/{emulator} "
                + "changed. watch {id, name, address, symbol, value or hex, previous, frame}: the value of a watch (POST …/watches) "
                + "changed. "
                + "symbol and pcSymbol are the nearest names, if the game has symbols (PUT …/symbols). "
                + "gap {lost}, sent with any topics: events were lost; lost is their number, or null if unknown. "
                + "After a gap, read the current values. The bridge keeps the latest 4,096 events, at most 1 MiB. A client that reconnects "
                + "with the id of its last event, as EventSource does, receives the events that it missed. A client that reads slowly "
                + "loses its oldest events and receives a gap. The bridge sends a comment every 15 seconds. The stream stays open while "
                + "the emulator is disconnected, and ends when the emulator is ended. An emulator has at most 1,024 streams, or the number "
                + "in Bridge:EventStreams; with several tokens, each token has a quarter of them. Further streams are refused with 503. "
                + "Swagger UI can't show this response, because it waits for the end.")
            .Needs(Scope.Read)
            .TakesQuery(
                new ParameterNote("topics",
                    "A comma-separated list of frame, buttons, reset, game, state, watch, rewound, marked, note, breakpoint, "
                    + "rumble, message; default all except frame and breakpoint.",
                    "frame,buttons")
                    { Rule = TopicNames.Rule },
                new ParameterNote("watches",
                    "A comma-separated list of watch ids; default all, including watches that are set later. Requires the topic "
                    + "watch.", "") { Rule = WatchIds },
                new ParameterNote("lastEventId",
                    "The id of the last event that the client received. The header Last-Event-ID takes precedence, because EventSource "
                    + "sends the newer id in it.", "") { Rule = EventId },
                TicketParameter.Note)
            .ReadsHeader(new ParameterNote("Last-Event-ID", "The id of the last event that the client received.", "")
                { Rule = new TextRule() })
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(ContentType), new WaitsForFrames())
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator,
                ProblemTypes.UnknownWatch, ProblemTypes.WrongTicket, ProblemTypes.Overloaded);
    }

    private static async Task StreamAsync(EmulatorEvents events, string? topics, string? watches, string? lastEventId, HttpContext context)
    {
        var wanted = topics is null ? TopicNames.Default : TopicNames.Parse(topics);
        var ids = watches is null ? null : WatchesOf(watches, wanted, events);
        var last = context.Request.Headers["Last-Event-ID"] is [{ Length: > 0 } header] ? header : IdOf(lastEventId);

        StreamHeaders.Set(context.Response, ContentType);
        if (HeadRequests.Is(context))
            return;
        using var subscriber = await events.JoinAsync(wanted, ids, string.IsNullOrEmpty(last) ? null : last, context.RequestAborted);
        using var disconnect = context.RequestAborted.UnsafeRegister(static subscriber => ((Subscriber)subscriber!).End(), subscriber);
        // A client that reads nothing for a while loses events, not its connection.
        context.Features.Get<IHttpMinResponseDataRateFeature>()?.MinDataRate = null;
        var output = context.Response.BodyWriter;
        output.Write(EventText.Comment);
        do
        {
            subscriber.Write(output);
            // Not cancelled, because Kestrel would reset the connection, and the client would not see the stream end.
            await output.FlushAsync(CancellationToken.None);
        }
        while (await subscriber.WaitAsync());
    }

    private static string? IdOf(string? text) =>
        text is null || (EventId.HasLength(text) && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-'))
            ? text
            : throw Parameters.Refuse("lastEventId", text, $"an event id of up to {EventId.Max} letters, digits and -");

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
