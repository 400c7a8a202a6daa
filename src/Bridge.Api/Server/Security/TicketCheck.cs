namespace Bridge.Api.Server.Security;

/// <summary>Returns whether another host of the fleet may have the emulator of this name.</summary>
internal delegate bool IsElsewhere(string emulator);

/// <summary>Checks the tickets in requests. A ticket opens its paths for GET and HEAD, and nothing else.</summary>
internal sealed class TicketCheck(TicketBook tickets, IsElsewhere isElsewhere)
{
    /// <summary>Checks the ticket of a request; returns null if it has none, or no ticket opens its path and method.</summary>
    public TicketResult? Check(HttpContext context)
    {
        var request = context.Request;
        if (!request.QueryString.HasValue
            || !(HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method))
            || TicketPurpose.OfPath(request.Path.Value) is not var (purpose, emulator)
            || !TicketSecret.IsIn(request.QueryString, out var secret))
            return null;
        if (context.Features.Get<TicketResult>() is { } known)
            return known;
        var result = secret is null ? TicketResult.Wrong
            // A request that was forwarded is not forwarded again, so it is checked here.
            : !TrustedHop.Is(context) && isElsewhere(emulator) ? TicketResult.Unchecked
            : tickets.Find(emulator, purpose, secret) is { } ticket ? new TicketResult(ticket, MayOpen: true)
            : TicketResult.Wrong;
        context.Features.Set(result);
        return result;
    }
}

/// <summary>The result of a check.</summary>
/// <param name="Ticket">The ticket; null if it is wrong, or another host has to check it.</param>
/// <param name="MayOpen">Whether the request may go on: the ticket is right, or another host has to check it.</param>
internal sealed record TicketResult(Ticket? Ticket, bool MayOpen)
{
    /// <summary>Gets the result for a ticket that opens nothing.</summary>
    public static TicketResult Wrong { get; } = new(Ticket: null, MayOpen: false);

    /// <summary>Gets the result for a request that may only be forwarded to the host that has the emulator.</summary>
    public static TicketResult Unchecked { get; } = new(Ticket: null, MayOpen: true);
}
