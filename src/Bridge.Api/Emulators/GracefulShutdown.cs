using System.Globalization;
using Bridge.Api.Diagnostics;

namespace Bridge.Api.Emulators;

/// <summary>
/// Ends the bridge in order. Readiness goes, and for <see cref="ShutdownOptions.Drain"/> everything else is served as before; then streams
/// end and nobody new is let in; requests have 2 s to finish; what is left is ended inside the emulators, and answered.
/// </summary>
/// <remarks>
/// The host calls it before it stops Kestrel, which waits for the requests that are under way, and once more afterwards. Its
/// emulators' connections are closed with its services.
/// </remarks>
internal sealed class GracefulShutdown(
    IHostApplicationLifetime lifetime,
    EmulatorDirectory emulators,
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
    /// What the host allows for all of it with this drain; then Kestrel cuts off who reads nothing and who doesn't finish sending. Asked
    /// for before the settings are checked, so it takes them as they are.
    /// </summary>
    public static TimeSpan MaxTime(string? drain) =>
        MaxBesidesDrain + (TimeSpan.TryParse(drain, CultureInfo.InvariantCulture, out var time) ? time : ShutdownOptions.DefaultDrain);

    /// <summary>Whether the bridge is being stopped: from then on it isn't ready.</summary>
    public bool HasBegun => lifetime.ApplicationStopping.IsCancellationRequested;

    /// <summary>Cancelled when streams, which never end by themselves, have to end.</summary>
    public CancellationToken StreamsEnd => _streamsEnd.Token;

    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    // A host may be stopped more than once, and the second time after it was disposed of.
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
        await Task.WhenAll(emulators.All.Select(emulator => emulator.EndRequestsAsync()));
    }
}
