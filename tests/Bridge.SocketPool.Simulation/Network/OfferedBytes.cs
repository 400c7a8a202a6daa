using Bridge.Testing;

namespace Bridge.SocketPool.Simulation.Network;

/// <summary>
/// All bytes that the client has ever passed to one connection's <c>send</c>, accepted or not: no other request can have run.
/// </summary>
internal sealed class OfferedBytes
{
    private long _sent;
    private long _seen;

    public void Sent(int count) => _sent += count;

    /// <summary>Marks the requests that are offered for the first time.</summary>
    public void Offer(ReadOnlySpan<byte> bytes)
    {
        var rest = bytes[(int)(_seen - _sent)..];
        while (WireText.TryRead(rest) is { } message)
        {
            World.Current.Ledger.Find(message.Header)?.Offered();
            rest = rest[message.Length..];
            _seen += message.Length;
        }

        if (!rest.IsEmpty)
            Scheduler.Current.Violate("I4", "a send does not end with a whole message");
    }
}
