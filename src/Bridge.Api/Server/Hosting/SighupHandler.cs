using System.Runtime.InteropServices;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Shuts the program down when its terminal is closed: the generic host handles SIGINT, SIGQUIT and SIGTERM, but not SIGHUP, which
/// .NET also raises for the close button on Windows.
/// </summary>
internal sealed class SighupHandler(IHostApplicationLifetime lifetime, ILogger<SighupHandler> logger) : IHostedService, IDisposable
{
    private readonly ManualResetEventSlim _stopped = new();
    private PosixSignalRegistration? _registration;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _registration = PosixSignalRegistration.Create(PosixSignal.SIGHUP, OnSignal);
        lifetime.ApplicationStopped.Register(_stopped.Set);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose()
    {
        _registration?.Dispose();
        _stopped.Dispose();
    }

    private void OnSignal(PosixSignalContext context)
    {
        context.Cancel = true;
        Log.Stopping(logger, context.Signal);
        lifetime.StopApplication();
        // Windows kills the process as soon as its close handler returns, or after five seconds.
        if (OperatingSystem.IsWindows())
            _stopped.Wait(TimeSpan.FromSeconds(5));
    }
}
