using System.Net;
using System.Net.Sockets;
using Bridge.Api.Diagnostics;
using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>
/// Looks for scripts on the ports that they use when 8888 is taken, and adds each as an emulator: <c>window2</c> for the first port,
/// <c>window3</c> for the next. An added emulator is never removed, so its name never means another window.
/// </summary>
internal sealed class EmulatorDiscovery(EmulatorDirectory emulators, DirectoryOptions options, TimeProvider time,
    ILogger<EmulatorDiscovery> logger) : BackgroundWork
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan HelloTimeout = TimeSpan.FromSeconds(2);

    // The pause before a port with another program is tried again.
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);

    protected override Task RunAsync(CancellationToken stopping) => Task.WhenAll(options.DiscoveryPorts
        .Select((port, index) => LookAsync(port, $"window{index + 2}", stopping)));

    private async Task LookAsync(int port, string name, CancellationToken stopping)
    {
        while (!emulators.Has(name) && emulators.All.All(emulator => emulator.Address != $"{IPAddress.Loopback}:{port}"))
        {
            var listens = await ListensAsync(port, stopping);
            if (listens && await TryAddAsync(port, name, stopping))
                return;
            await Task.Delay(listens ? Pause : Interval, time, stopping);
        }
    }

    // A client would write a key file for each port.
    private async Task<bool> ListensAsync(int port, CancellationToken stopping)
    {
        using var timeout = new CancellationTokenSource(ConnectTimeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stopping, timeout.Token);
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, port, either.Token);
            return true;
        }
        catch (Exception exception) when (exception is SocketException
            || (exception is OperationCanceledException && !stopping.IsCancellationRequested))
        {
            return false;
        }
    }

    private async Task<bool> TryAddAsync(int port, string name, CancellationToken stopping)
    {
        var emulator = emulators.Connect(name, port);
        var isScript = false;
        try
        {
            var began = time.GetTimestamp();
            while (!isScript && time.GetElapsedTime(began) < HelloTimeout)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20), time, stopping);
                isScript = emulator.State is not (EmulatorState.NoEmulator or EmulatorState.ForeignScript);
            }
        }
        finally
        {
            if (isScript)
                emulators.Add(emulator);
            else
                await emulator.DisposeAsync();
        }

        if (isScript)
            Log.ScriptFound(logger, port, name);
        return isScript;
    }
}
