using System.Diagnostics.Metrics;
using Bridge.Api.Diagnostics;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Hosting;

/// <summary>
/// Closes connections of HTTP beyond so many. Kestrel's own limit (<c>MaxConcurrentConnections</c>) does so, too, and keeps 290 bytes with each
/// connection for it. This one listens to Kestrel's count, its meter <c>kestrel.active_connections</c>, and keeps nothing.
/// </summary>
internal sealed class ConnectionLimit : IDisposable
{
    private const string Count = "kestrel.active_connections";

    private readonly MeterListener _listener = new();
    private readonly ListeningOptions _bridge;
    private readonly ILogger<ConnectionLimit> _logger;
    private long _open;

    public ConnectionLimit(ListeningOptions bridge, IMeterFactory meters, ILogger<ConnectionLimit> logger)
    {
        (_bridge, _logger) = (bridge, logger);
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            // Another bridge in the same process has a factory of its own.
            if (instrument.Name == Count && ReferenceEquals(instrument.Meter.Scope, meters))
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((_, change, _, _) => Interlocked.Add(ref _open, change));
        _listener.Start();
    }

    /// <summary>Has an endpoint pass on the connections that are within the limit.</summary>
    public ConnectionDelegate Before(ConnectionDelegate next)
    {
        var most = _bridge.MaxConnections;
        // Those that ask are counted already.
        return connection => Interlocked.Read(ref _open) <= most ? next(connection) : Refuse(connection, most);
    }

    public void Dispose() => _listener.Dispose();

    private Task Refuse(ConnectionContext connection, int most)
    {
        Log.ConnectionRefused(_logger, most);
        connection.Abort(new ConnectionAbortedException($"{most} connections are open."));
        return Task.CompletedTask;
    }
}
