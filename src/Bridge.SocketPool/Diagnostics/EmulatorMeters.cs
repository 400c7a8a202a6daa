using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>What is counted of one emulator, whether anybody looks or not: a few additions for each request.</summary>
internal sealed class EmulatorMeters(string emulator, TimeProvider time, EmulatorInstruments? instruments)
{
    private long _received;
    private long _sent;
    private long _reconnects;
    private long _requests;
    private long _failed;

    public long BytesReceived => Volatile.Read(ref _received);

    public long BytesSent => Volatile.Read(ref _sent);

    public long Reconnects => Volatile.Read(ref _reconnects);

    public long Requests => Volatile.Read(ref _requests);

    public long Failed => Volatile.Read(ref _failed);

    public RecentDurations Durations { get; } = new(time);

    public void Received(int bytes) => Interlocked.Add(ref _received, bytes);

    public void Sent(int bytes) => Interlocked.Add(ref _sent, bytes);

    public void Reconnected() => Interlocked.Increment(ref _reconnects);

    /// <summary>A request could not even be queued.</summary>
    public void Refused()
    {
        Interlocked.Increment(ref _requests);
        Interlocked.Increment(ref _failed);
    }

    /// <summary>Its caller has given an exchange up.</summary>
    public void GivenUp() => Interlocked.Increment(ref _requests);

    /// <summary>Counts an exchange that has ended.</summary>
    /// <param name="exchange">The exchange. Those that keep the connection up don't count.</param>
    /// <param name="end">When, as a timestamp of the clock.</param>
    /// <param name="failure">Why it has no good reply; null when it has.</param>
    public void Ended(in ExchangeReading exchange, long end, EmulatorFailure? failure)
    {
        var elapsed = time.GetElapsedTime(exchange.Began, end);
        Interlocked.Increment(ref _requests);
        if (failure is not null)
            Interlocked.Increment(ref _failed);
        else if (!exchange.TakesFrames)
            Durations.Add(elapsed);
        instruments?.Record(emulator, exchange.Command, elapsed, failure);
        if (exchange.Caller is { } caller)
            ExchangeTrace.Record(caller, emulator, exchange.Command, time.GetUtcNow(), elapsed, failure);
    }
}
