using System.Globalization;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;

namespace Bridge.Api.Server.Hosting;

/// <summary>Returns the clients of all emulators.</summary>
internal delegate IEnumerable<EmulatorClient> ConnectedEmulators();

/// <summary>
/// Shuts the bridge down. Readiness goes off, and all other requests are served for <see cref="ShutdownOptions.Drain"/>; then streams end
/// and no new connection is accepted; requests have 2 s to finish; the rest are cancelled inside the emulators and get a response.
/// </summary>
/// <remarks>
/// The host calls it before it stops Kestrel, which waits for active requests, and again afterwards. The connections to the emulators
/// close when the services are disposed.
/// </remarks>
internal sealed class GracefulShutdown(
    IHostApplicationLifetime lifetime,
    ConnectedEmulators emulators,
    ShutdownOptions options,
    TimeProvider time,
    ILogger<GracefulShutdown> logger)
    : IHostedLifecycleService, IDisposable
{
    private static readonly TimeSpan MaxBesidesDrain = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan TimeToFinish = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _streamsEnd = new();
    private readonly CancellationTokenSource _requestsAreOver = new();
    private Task _endingRequests = Task.CompletedTask;

    /// <summary>
    /// Returns the host's shutdown timeout for this drain; after it, Kestrel aborts connections whose clients don't read or don't finish
    /// sending. Needed before the settings are validated, so it accepts invalid ones.
    /// </summary>
    public static TimeSpan MaxTime(string? drain) =>
        MaxBesidesDrain + (TimeSpan.TryParse(drain, CultureInfo.InvariantCulture, out var time) ? time : ShutdownOptions.DefaultDrain);

    /// <summary>Gets whether the bridge is stopping; it is not ready from then on.</summary>
    public bool HasBegun => lifetime.ApplicationStopping.IsCancellationRequested;

    /// <summary>Gets the token that is cancelled when streams, which never end by themselves, have to end.</summary>
    public CancellationToken StreamsEnd => _streamsEnd.Token;

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    // A host may be stopped more than once, the second time after this was disposed.
    public async Task StoppingAsync(CancellationToken cancellationToken)
    {
        if (_streamsEnd.IsCancellationRequested)
            return;
        var drain = options.Drain;
        if (drain > TimeSpan.Zero)
        {
            Log.Draining(logger, drain.TotalSeconds);
            await Task.Delay(drain, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await _streamsEnd.CancelAsync();
        _endingRequests = EndRequestsAsync();
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    // Kestrel has stopped.
    public async Task StoppedAsync(CancellationToken cancellationToken)
    {
        if (_requestsAreOver.IsCancellationRequested)
            return;
        await _requestsAreOver.CancelAsync();
        await _endingRequests;
    }

    public void Dispose()
    {
        _streamsEnd.Dispose();
        _requestsAreOver.Dispose();
    }

    private async Task EndRequestsAsync()
    {
        await Task.Delay(TimeToFinish, time, _requestsAreOver.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_requestsAreOver.IsCancellationRequested)
            return;
        Log.EndingRequests(logger);
        await Task.WhenAll(emulators().Select(emulator => emulator.EndRequestsAsync()));
    }
}
