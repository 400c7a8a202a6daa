namespace Bridge.Api.Server.Security;

/// <summary>Returns whether another host of the fleet may have the emulator of this name.</summary>
internal delegate bool IsElsewhere(string emulator);

/// <summary>Judges the tickets in requests. A ticket opens its paths for GET and HEAD, and nothing else.</summary>
internal sealed class TicketGate(TicketBook tickets, IsElsewhere isElsewhere)
{
    /// <summary>Returns what the ticket of a request is worth; null if it has none, or no ticket opens its path and method.</summary>
    public TicketPass? Judge(HttpContext context)
    {
        var request = context.Request;
        if (!request.QueryString.HasValue
            || !(HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method))
            || TicketPurpose.OfPath(request.Path.Value) is not var (purpose, emulator)
            || !TicketSecret.IsIn(request.QueryString, out var secret))
            return null;
        if (context.Features.Get<TicketPass>() is { } judged)
            return judged;
        var pass = secret is null ? TicketPass.Wrong
            // A request that was forwarded is not forwarded again, so it is judged here.
            : !TrustedHop.Is(context) && isElsewhere(emulator) ? TicketPass.Unchecked
            : tickets.Find(emulator, purpose, secret) is { } ticket ? new TicketPass(ticket, MayOpen: true)
            : TicketPass.Wrong;
        context.Features.Set(pass);
        return pass;
    }
}

/// <summary>What the ticket of a request is worth.</summary>
/// <param name="Ticket">The ticket; null if it is wrong, or another host has to check it.</param>
/// <param name="MayOpen">Whether the request may go on: the ticket is right, or another host has to check it.</param>
internal sealed record TicketPass(Ticket? Ticket, bool MayOpen)
{
    /// <summary>Gets the pass that opens nothing.</summary>
    public static TicketPass Wrong { get; } = new(null, MayOpen: false);

    /// <summary>Gets the pass of a request that may only be forwarded to the host that has the emulator.</summary>
    public static TicketPass Unchecked { get; } = new(null, MayOpen: true);
}
