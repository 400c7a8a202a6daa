using System.Net;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Hosting;
using Bridge.Doors;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Doors;

/// <summary>
/// Opens the doors of the settings, and closes all doors when the bridge stops, while the emulators still take commands. The default
/// emulator's door is at the port of the setting; each other emulator gets the first free one of those after it.
/// </summary>
internal sealed class DoorService(OpenDoors doors, DoorOptions options, EmulatorDirectory emulators, GracefulShutdown stop) : IHostedService
{
    private CancellationTokenRegistration _closeOnStop;

    /// <exception cref="StartException">The port is in use.</exception>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _closeOnStop = stop.StreamsEnd.UnsafeRegister(static doors => ((OpenDoors)doors!).BeginClosingAll(), doors);
        foreach (var kind in DoorKind.All.Where(kind => options.Of(kind).Port != 0))
            OpenDefault(kind);
        emulators.Added += OpenNext;
        foreach (var emulator in emulators.All.Where(emulator => emulator != emulators.Default))
            OpenNext(emulator);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        emulators.Added -= OpenNext;
        await _closeOnStop.DisposeAsync();
        await doors.CloseAllAsync().WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private void OpenDefault(DoorKind kind)
    {
        var settings = options.Of(kind);
        try
        {
            doors.Open(emulators.Default, kind, settings.Port, DoorRules.AccessOf(settings.Access));
        }
        catch (RequestException refused)
        {
            throw new StartException($"{refused.Message} Choose another one with {options.NameOf(kind, nameof(settings.Port))}.", refused);
        }
    }

    // Opens the doors of an emulator other than the default one, for the kinds whose tools look at several ports. Without a free port, the
    // emulator has no door until a client opens one elsewhere.
    private void OpenNext(EmulatorClient emulator)
    {
        foreach (var kind in DoorKind.All.Where(kind => kind.Ports.Count > 1 && options.Of(kind).Port is > 0 and < IPEndPoint.MaxPort))
        {
            var settings = options.Of(kind);
            var nextPorts = Enumerable.Range(settings.Port + 1, kind.Ports.Count - 1).Where(port => port <= IPEndPoint.MaxPort);
            doors.TryOpen(emulator, kind, [.. nextPorts], DoorRules.AccessOf(settings.Access));
        }
    }
}
