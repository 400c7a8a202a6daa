using System.Collections.Concurrent;
using System.Net.Sockets;
using Bridge.Api.Diagnostics;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Fleet.Hop;

/// <summary>
/// Forwards small reads, like that of a value, with less work than the forwarder (docs/decisions/fleet.md). It knows only the usual case.
/// In any other it has not responded, and the forwarder sends the request again.
/// </summary>
internal sealed class QuickHop : IDisposable
{
    private static readonly TimeSpan MaxConnectTime = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxIdleTime = TimeSpan.FromMinutes(1);

    private readonly FleetHttp _http;
    private readonly HostContact _contact;
    private readonly TimeProvider _time;
    private readonly WorkGuard _guard;
    private readonly ITimer _timer;
    private readonly ConcurrentDictionary<string, Connections> _byAddress = new();

    public QuickHop(FleetHttp http, HostContact contact, TimeProvider time, WorkGuard guard)
    {
        (_http, _contact, _time, _guard) = (http, contact, time, guard);
        _timer = time.CreateTimer(static hop => ((QuickHop)hop!).Trim(), this, MaxIdleTime, MaxIdleTime);
    }

    /// <summary>Forwards the request and responds with the answer.</summary>
    /// <returns>False: nothing was responded.</returns>
    /// <exception cref="OperationCanceledException">The client has hung up.</exception>
    public ValueTask<bool> TryAsync(HttpContext context, FleetHost host, ServedBy served)
    {
        if (!CanTake(context, host))
            return ValueTask.FromResult(false);
        var connections = _byAddress.GetOrAdd(host.Address, static _ => new Connections());
        if (connections.Idle.TryPop(out var connection))
            return TryAsync(context, host, served, connections, connection);
        // The forwarder knows what to do with a host that can't be reached.
        _ = _guard.RunAsync(nameof(QuickHop), _ => ConnectAsync(host.Address, connections), CancellationToken.None);
        return ValueTask.FromResult(false);
    }

    public void Dispose()
    {
        _timer.Dispose();
        foreach (var connections in _byAddress.Values)
            connections.Clear();
    }

    private static bool CanTake(HttpContext context, FleetHost host) =>
        HttpMethods.IsGet(context.Request.Method) && host.Address.StartsWith("http://", StringComparison.Ordinal)
        && context.GetEndpoint()?.Metadata.GetMetadata<RunInlineAttribute>() is not null
        && context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false;

    private async ValueTask<bool> TryAsync(
        HttpContext context, FleetHost host, ServedBy served, Connections connections, QuickConnection connection)
    {
        try
        {
            // A host that has vanished doesn't close its connections.
            using var silence = _contact.SilenceOf(host.Id).UnsafeRegister(static used => ((QuickConnection)used!).Dispose(), connection);
            if (!await connection.TryAskAsync(context, _http.HopHeaderLines))
                return false;
            served.Status = context.Response.StatusCode;
            return true;
        }
        catch (Exception failure) when (failure is SocketException or ObjectDisposedException)
        {
            context.RequestAborted.ThrowIfCancellationRequested();
            return false;
        }
        finally
        {
            connections.Return(connection, _time.GetTimestamp());
        }
    }

    private async Task ConnectAsync(string address, Connections connections)
    {
        if (!connections.TryBegin())
            return;
        try
        {
            using var limit = new CancellationTokenSource(MaxConnectTime, _time);
            connections.Return(await QuickConnection.ConnectAsync(address, limit.Token), _time.GetTimestamp());
        }
        catch (Exception failure) when (failure is SocketException or OperationCanceledException)
        {
            // The next request tries again.
        }
        finally
        {
            connections.End();
        }
    }

    private void Trim()
    {
        foreach (var connections in _byAddress.Values)
            connections.Trim(oldest: _time.GetTimestamp() - (long)(MaxIdleTime.TotalSeconds * _time.TimestampFrequency));
    }

    /// <summary>The connections to a host. One at a time is opened.</summary>
    private sealed class Connections
    {
        private const int MaxIdle = 64;

        private int _opening;

        public ConcurrentStack<QuickConnection> Idle { get; } = new();

        public bool TryBegin() => Interlocked.Exchange(ref _opening, 1) == 0;

        public void End() => Volatile.Write(ref _opening, 0);

        public void Return(QuickConnection connection, long now)
        {
            connection.UsedAt = now;
            if (connection.IsReusable && Idle.Count < MaxIdle)
                Idle.Push(connection);
            else
                connection.Dispose();
        }

        public void Trim(long oldest)
        {
            var all = new QuickConnection[MaxIdle];
            foreach (var connection in all.AsSpan(0, Idle.TryPopRange(all)))
            {
                if (connection.UsedAt < oldest)
                    connection.Dispose();
                else
                    Idle.Push(connection);
            }
        }

        public void Clear()
        {
            while (Idle.TryPop(out var connection))
                connection.Dispose();
        }
    }
}
