using System.Collections.Concurrent;
using System.Net.Sockets;
using Bridge.Api.Diagnostics;
using Bridge.Api.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Fleet;

/// <summary>
/// Forwards small requests that change nothing, like the read of a value, with a third of the forwarder's time. It does only what needs no
/// decision. In any other case it has not responded, and the forwarder sends the request again.
/// </summary>
internal sealed class QuickHop(FleetHttp http, HostContact contact, TimeProvider time) : IDisposable
{
    private const int MaxIdle = 64;

    private static readonly TimeSpan MaxIdleTime = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<string, ConcurrentStack<QuickConnection>> _idle = new();

    /// <summary>Forwards the request and responds with the answer.</summary>
    /// <returns>False: nothing was responded.</returns>
    /// <exception cref="OperationCanceledException">The client has hung up.</exception>
    public async ValueTask<bool> TryAsync(HttpContext context, FleetHost host, ServedBy served)
    {
        if (!CanTake(context, host))
            return false;
        var idle = _idle.GetOrAdd(host.Address, static _ => new ConcurrentStack<QuickConnection>());
        // A new connection is the forwarder's business.
        var connection = TakeFrom(idle) ?? await QuickConnection.TryConnectAsync(host.Address, context.RequestAborted);
        if (connection is null)
            return false;
        try
        {
            // A host that has vanished doesn't close its connections.
            using var silence = contact.SilenceOf(host.Id).UnsafeRegister(static used => ((QuickConnection)used!).Dispose(), connection);
            if (!await connection.TryAskAsync(context, http.HopHeaderLines))
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
            connection.UsedAt = time.GetTimestamp();
            if (connection.IsReusable && idle.Count < MaxIdle)
                idle.Push(connection);
            else
                connection.Dispose();
        }
    }

    public void Dispose()
    {
        foreach (var connection in _idle.Values.SelectMany(static idle => idle))
            connection.Dispose();
    }

    private static bool CanTake(HttpContext context, FleetHost host) =>
        HttpMethods.IsGet(context.Request.Method) && host.Address.StartsWith("http://", StringComparison.Ordinal)
        && context.GetEndpoint()?.Metadata.GetMetadata<RunInlineAttribute>() is not null
        && context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false;

    private QuickConnection? TakeFrom(ConcurrentStack<QuickConnection> idle)
    {
        while (idle.TryPop(out var connection))
        {
            if (time.GetElapsedTime(connection.UsedAt) < MaxIdleTime)
                return connection;
            connection.Dispose();
        }

        return null;
    }
}
