using System.Globalization;
using System.Security.Cryptography;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;

namespace Bridge.Api.Server.Security;

/// <summary>Holds the tickets of this bridge's emulators, in memory only: a restart ends them all.</summary>
internal sealed class TicketBook(TokenShares shares, TimeProvider time) : IDisposable
{
    /// <summary>Max tickets of an emulator.</summary>
    public const int MaxTickets = 256;

    private const int IdBytes = 8;

    private static readonly SharedPlaces Places = new("tickets", MaxTickets);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, List<Kept>> _tickets = new(StringComparer.Ordinal);

    /// <summary>Adds a ticket.</summary>
    /// <param name="emulator">The emulator that it is for.</param>
    /// <param name="purpose">What it opens.</param>
    /// <param name="lifetime">How long it lasts.</param>
    /// <param name="token">The token that makes it; null: none is needed.</param>
    /// <returns>The ticket, and its secret, which isn't kept.</returns>
    /// <exception cref="RequestException">The emulator has too many, or the token has used its share: 503.</exception>
    public (Ticket Ticket, string Secret) Add(EmulatorClient emulator, TicketPurpose purpose, TimeSpan lifetime, AccessToken? token)
    {
        var place = shares.Take(emulator, token, Places);
        lock (_gate)
        {
            if (!_tickets.TryGetValue(emulator.Name, out var kept))
                _tickets[emulator.Name] = kept = [];
            if (kept.Count >= MaxTickets)
            {
                place?.Dispose();
                throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                    $"The emulator {emulator.Name} already has {MaxTickets} tickets, the maximum; revoke one."));
            }

            var (id, secret) = (Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(IdBytes)), TicketSecret.Create());
            var ticket = new Ticket(id, purpose, secret, token, time.GetUtcNow() + lifetime, time, place);
            kept.Add(new Kept(emulator, ticket, time.CreateTimer(
                _ => Remove(emulator.Name, ticket), state: null, lifetime, Timeout.InfiniteTimeSpan)));
            return (ticket, secret);
        }
    }

    /// <summary>Returns the tickets of an emulator that a client with this token may see, the oldest first.</summary>
    public IReadOnlyList<Ticket> List(string emulator, AccessToken? token)
    {
        lock (_gate)
        {
            return [.. _tickets.GetValueOrDefault(emulator, []).Select(kept => kept.Ticket)
                .Where(ticket => ticket.BelongsTo(token) && !ticket.HasEnded)];
        }
    }

    /// <summary>Returns the ticket of this emulator and purpose with this secret; null if there is none, or it has ended.</summary>
    public Ticket? Find(string emulator, TicketPurpose purpose, string secret)
    {
        var hash = TicketSecret.HashOf(secret);
        Ticket? found = null;
        lock (_gate)
        {
            // Compares all of them, so that the duration doesn't reveal which one matches.
            foreach (var (_, ticket, _) in _tickets.GetValueOrDefault(emulator, []))
            {
                if (ticket.Is(hash))
                    found = ticket;
            }
        }

        return found is { HasEnded: false } && found.Purpose == purpose ? found : null;
    }

    /// <summary>Ends a ticket; does nothing if it has ended.</summary>
    public void Remove(string emulator, Ticket ticket) => Remove(emulator, kept => kept.Ticket == ticket);

    /// <summary>Ends all tickets of an emulator that was removed.</summary>
    public void RemoveAll(EmulatorClient emulator) => Remove(emulator.Name, kept => kept.Emulator == emulator);

    public void Dispose()
    {
        string[] emulators;
        lock (_gate)
            emulators = [.. _tickets.Keys];
        foreach (var emulator in emulators)
            Remove(emulator, _ => true);
    }

    private void Remove(string emulator, Predicate<Kept> isRemoved)
    {
        List<Kept> removed;
        lock (_gate)
        {
            if (!_tickets.TryGetValue(emulator, out var kept))
                return;
            removed = kept.FindAll(isRemoved);
            kept.RemoveAll(isRemoved);
            if (kept.Count == 0)
                _tickets.Remove(emulator);
        }

        // Outside the lock, because streams end here.
        foreach (var (_, ticket, timer) in removed)
        {
            timer.Dispose();
            ticket.Dispose();
        }
    }

    private sealed record Kept(EmulatorClient Emulator, Ticket Ticket, ITimer Timer);
}
