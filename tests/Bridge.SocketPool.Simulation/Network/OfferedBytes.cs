using Bridge.Testing;

namespace Bridge.SocketPool.Simulation.Network;

/// <summary>
/// What the client has ever handed to one connection's <c>send</c>, whether it was taken or not: nothing else can have run.
/// </summary>
internal sealed class OfferedBytes
{
    private long _sent;
    private long _seen;

    public void Sent(int count) => _sent += count;

    /// <summary>Notes the requests that are offered for the first time.</summary>
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
