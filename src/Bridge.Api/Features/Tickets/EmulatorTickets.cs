using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Tickets;

/// <summary>
/// Creates and revokes the tickets of emulators. Tickets end with their emulator, so that none opens a later emulator of the same name.
/// </summary>
internal sealed class EmulatorTickets
{
    private readonly EmulatorDirectory _emulators;
    private readonly TicketBook _book;

    public EmulatorTickets(EmulatorDirectory emulators, TicketBook book)
    {
        (_emulators, _book) = (emulators, book);
        emulators.Removed += book.RemoveAll;
    }

    /// <summary>Creates a ticket.</summary>
    /// <param name="emulator">The name of the emulator.</param>
    /// <param name="purpose">What the ticket opens.</param>
    /// <param name="seconds">For how long.</param>
    /// <param name="token">The token of the client; null without tokens.</param>
    /// <exception cref="RequestException">There is no such emulator, or it has too many tickets.</exception>
    public NewTicket Create(string emulator, TicketPurpose purpose, int seconds, AccessToken? token)
    {
        var client = _emulators.Get(emulator);
        var (ticket, secret) = _book.Add(client, purpose, TimeSpan.FromSeconds(seconds), token);
        try
        {
            // The emulator may have been removed before the ticket was added.
            if (_emulators.Get(emulator) != client)
                _book.RemoveAll(client);
        }
        catch (RequestException)
        {
            _book.Remove(emulator, ticket);
            throw;
        }

        return new NewTicket(ticket.Id, purpose.Name,
            $"/emulators/{client.Name}{purpose.Path}?{TicketParameter.Name}={secret}", ticket.ExpiresAt);
    }

    /// <summary>Returns the tickets that a client with this token may see.</summary>
    /// <exception cref="RequestException">There is no such emulator.</exception>
    public IReadOnlyList<Ticket> List(string emulator, AccessToken? token) => _book.List(_emulators.Get(emulator).Name, token);

    /// <summary>Revokes a ticket.</summary>
    /// <exception cref="RequestException">The client sees no such ticket: 404.</exception>
    public void Revoke(string emulator, string id, AccessToken? token) =>
        _book.Remove(emulator, List(emulator, token).FirstOrDefault(ticket => ticket.Id == id)
            ?? throw new RequestException(ProblemTypes.UnknownTicket,
                $"The emulator {emulator} has no ticket \"{Parameters.Shorten(id)}\"; it may have expired.", "id"));
}
