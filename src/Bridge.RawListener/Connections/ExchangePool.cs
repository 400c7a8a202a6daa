namespace Bridge.RawListener.Connections;

/// <summary>Pools exchanges, and counts those in flight.</summary>
/// <param name="onEnded">Called, on any thread, when the emulator has completed one.</param>
internal sealed class ExchangePool(Action<RawExchange> onEnded)
{
    private const int MaxFree = 256;

    private readonly Stack<RawExchange> _free = [];

    /// <summary>Gets how many commands are in flight. A command counts until its reply is sent, because the reply takes memory.</summary>
    public int InFlight { get; private set; }

    public RawExchange Get() => _free.TryPop(out var kept) ? kept : new RawExchange(onEnded);

    /// <summary>Records that an exchange was sent to the emulator, until it is returned.</summary>
    public void OnSent() => InFlight++;

    public void Return(RawExchange exchange)
    {
        if (exchange.IsSent)
            InFlight--;
        exchange.Reset();
        if (_free.Count < MaxFree)
            _free.Push(exchange);
    }
}
