using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>Counts the traffic and requests of one emulator, also when nobody reads the counters: a few additions per request.</summary>
internal sealed class EmulatorMeters(string emulator, TimeProvider time, EmulatorInstruments? instruments, FaultLog faults)
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

    public void CountReceived(int bytes) => Interlocked.Add(ref _received, bytes);

    public void CountSent(int bytes) => Interlocked.Add(ref _sent, bytes);

    public void CountReconnect() => Interlocked.Increment(ref _reconnects);

    /// <summary>Counts a request that could not be queued.</summary>
    public void CountRefused()
    {
        Interlocked.Increment(ref _requests);
        Interlocked.Increment(ref _failed);
    }

    /// <summary>Counts an exchange whose caller cancelled it.</summary>
    public void CountCancelled() => Interlocked.Increment(ref _requests);

    /// <summary>Counts an exchange that has ended.</summary>
    /// <param name="exchange">The exchange. Pings and other requests of the bridge itself don't count.</param>
    /// <param name="end">When it ended, as a timestamp of the clock.</param>
    /// <param name="failure">Why it failed; null if it succeeded.</param>
    public void CountEnded(in ExchangeReading exchange, long end, EmulatorFailure? failure)
    {
        var elapsed = time.GetElapsedTime(exchange.StartedAt, end);
        Interlocked.Increment(ref _requests);
        if (failure is not null)
            Interlocked.Increment(ref _failed);
        else if (!exchange.TakesFrames)
            Durations.Add(elapsed);
        try
        {
            instruments?.Record(emulator, exchange.Command, elapsed, failure);
            if (exchange.Caller is { } caller)
                ExchangeTrace.Record(caller, emulator, exchange.Command, time.GetUtcNow(), elapsed, failure);
        }
        // A listener of the instruments or the spans has thrown. The exchange has to complete anyway.
        catch (Exception exception)
        {
            faults.Report("a request was not measured", exception);
        }
    }
}
