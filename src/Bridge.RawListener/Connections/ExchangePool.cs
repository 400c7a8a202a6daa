namespace Bridge.RawListener.Connections;

/// <summary>Keeps exchanges for reuse, and counts those whose command is under way.</summary>
/// <param name="ended">Called, on any thread, when the emulator's part of one has ended.</param>
internal sealed class ExchangePool(Action<RawExchange> ended)
{
    private const int MaxKept = 256;

    private readonly Stack<RawExchange> _kept = [];

    /// <summary>Gets how many commands are under way. A reply that is not sent yet takes memory, so its command counts as well.</summary>
    public int UnderWay { get; private set; }

    public RawExchange Get() => _kept.TryPop(out var kept) ? kept : new RawExchange(ended);

    /// <summary>Notes that the emulator was asked for one, until it is returned.</summary>
    public void OnAsked() => UnderWay++;

    public void Return(RawExchange exchange)
    {
        if (exchange.IsAsked)
            UnderWay--;
        exchange.Reset();
        if (_kept.Count < MaxKept)
            _kept.Push(exchange);
    }
}
