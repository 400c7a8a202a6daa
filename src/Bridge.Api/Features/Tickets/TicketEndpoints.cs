using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Tickets;

/// <summary>Maps tickets: URLs that need no token, for clients that can't send one.</summary>
internal static class TicketEndpoints
{
    private static readonly ParameterNote Id = new("id", "The id of the ticket, from POST …/tickets.", "0123456789abcdef")
        { Rule = new TextRule { Min = 1 } };

    public static void MapTickets(this IEndpointRouteBuilder routes)
    {
        var tickets = routes.MapGroup("/tickets").WithTags("Tickets");
        tickets.MapPost("", CreateAsync)
            .Needs(Scope.Read)
            .Describe("CreateTicket", "Makes a URL that needs no token",
                "For <img>, <video>, EventSource and OBS, which can't send a token. url is relative to the bridge, and opens one thing of "
                + "this emulator for GET and HEAD until expiresAt: screen opens GET …/screen/stream and GET …/screen, events GET "
                + "…/events, audio GET …/audio/stream, clips GET …/clips/{id}/file and …/subtitles. Other parameters can be added to it. "
                + "Elements in pages of other sites may show it; fetch and EventSource there need Bridge:Origins. seconds is 1 to "
                + "86,400, default 3,600. The bridge keeps only a "
                + "hash of the secret in url. Streams end with their ticket, and tickets with their emulator or "
                + "the bridge. Streams of a ticket count for the token that made it. An emulator has at most 256 tickets; with several "
                + "tokens, each token has 64. Further ones are refused with 503.")
            .TakesQuery()
            .TakesBody<TicketRequest>(TicketRules.Request, """{"for": "screen", "seconds": 3600}""")
            .Produces<NewTicket>(StatusCodes.Status201Created)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.Overloaded);
        tickets.MapGet("", List)
            .Needs(Scope.Read)
            .Describe("ListTickets", "Lists the tickets of the emulator",
                "The oldest first, without their secrets. With tokens, only those of this token, or all with the scope admin.")
            .TakesQuery()
            .Produces<TicketList>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
        tickets.MapDelete("/{id}", Revoke)
            .Needs(Scope.Read)
            .Describe("RevokeTicket", "Revokes a ticket",
                "Its streams end. With tokens, only one of this token, or any with the scope admin. Responds with 204 and no body.")
            .TakesPath(Id)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownTicket);
    }

    private static async Task<Created<NewTicket>> CreateAsync(string emulator, HttpContext context, EmulatorTickets tickets)
    {
        var body = await JsonBody.ReadAsync(context.Request, TicketJson.Context.TicketRequest);
        var ticket = tickets.Create(
            emulator, TicketRules.PurposeOf(body), TicketRules.Seconds.Of(body.Seconds), context.Features.Get<AccessToken>());
        return TypedResults.Created($"/emulators/{emulator}/tickets/{ticket.Id}", ticket);
    }

    private static TicketList List(string emulator, HttpContext context, EmulatorTickets tickets) => new(
        [.. tickets.List(emulator, context.Features.Get<AccessToken>())
            .Select(ticket => new TicketShape(ticket.Id, ticket.Purpose.Name, ticket.ExpiresAt))]);

    private static NoContent Revoke(string emulator, string id, HttpContext context, EmulatorTickets tickets)
    {
        tickets.Revoke(emulator, id, context.Features.Get<AccessToken>());
        return TypedResults.NoContent();
    }
}
