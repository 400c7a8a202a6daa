using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Hosting;

namespace Bridge.Api.Features.Gdb;

/// <summary>
/// Opens the default emulator's door if a port is set, and closes all doors when the bridge stops, while the emulators still take commands.
/// </summary>
internal sealed class GdbService(GdbDoors doors, GdbOptions options, EmulatorDirectory emulators, GracefulShutdown stop) : IHostedService
{
    private CancellationTokenRegistration _end;

    /// <exception cref="StartException">The port is in use.</exception>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _end = stop.StreamsEnd.UnsafeRegister(static doors => ((GdbDoors)doors!).BeginClosingAll(), doors);
        if (options.Port == 0)
            return Task.CompletedTask;
        try
        {
            doors.Open(emulators.Default, options.Port);
        }
        catch (RequestException refused)
        {
            throw new StartException($"{refused.Message} Choose another one with Bridge:Doors:Gdb:Port.", refused);
        }

        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _end.DisposeAsync();
        await doors.CloseAllAsync().WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
