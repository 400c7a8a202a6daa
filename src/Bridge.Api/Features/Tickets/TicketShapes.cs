namespace Bridge.Api.Features.Tickets;

/// <summary>What a ticket opens, and for how many seconds.</summary>
internal sealed record TicketRequest(string? For = null, int? Seconds = null);

/// <summary>
/// A new ticket. The URL has its secret, which no other response has; in a URL for clips, {id} stands for the identifier of a clip.
/// </summary>
internal sealed record NewTicket(string Id, string For, string Url, DateTimeOffset ExpiresAt);

/// <summary>A ticket without its secret.</summary>
internal sealed record TicketShape(string Id, string For, DateTimeOffset ExpiresAt);

/// <summary>The tickets of an emulator, the oldest first.</summary>
internal sealed record TicketList(IReadOnlyList<TicketShape> Tickets);
