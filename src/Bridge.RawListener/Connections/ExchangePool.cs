using Microsoft.Extensions.ObjectPool;

namespace Bridge.RawListener.Connections;

/// <summary>Pools exchanges, and counts those in flight.</summary>
/// <param name="onEnded">Called, on any thread, when the emulator has completed one.</param>
internal sealed class ExchangePool(Action<RawExchange> onEnded)
{
    private const int MaxFree = 256;

    private readonly DefaultObjectPool<RawExchange> _free = new(
        new ResettablePolicy<RawExchange>(() => new RawExchange(onEnded)), MaxFree);

    /// <summary>Gets how many commands are in flight. A command counts until its reply is sent, because the reply takes memory.</summary>
    public int InFlight { get; private set; }

    public RawExchange Get() => _free.Get();

    /// <summary>Records that an exchange was sent to the emulator, until it is returned.</summary>
    public void OnSent() => InFlight++;

    public void Return(RawExchange exchange)
    {
        if (exchange.IsSent)
            InFlight--;
        _free.Return(exchange);
    }
}
