using System.Net;
using System.Net.Sockets;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>
/// Looks for scripts on the ports that they use when 8888 is taken, and adds each as an emulator: <c>window2</c> for the first port,
/// <c>window3</c> for the next. An added emulator is never removed, so its name never means another window.
/// </summary>
internal sealed class EmulatorDiscovery(EmulatorDirectory emulators, DirectoryOptions options, TimeProvider time, WorkGuard guard,
    ILogger<EmulatorDiscovery> logger) : BackgroundWork(guard)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan HelloTimeout = TimeSpan.FromSeconds(2);

    // How often a probe's state is read while its script may still say hello.
    private static readonly TimeSpan HelloPoll = TimeSpan.FromMilliseconds(20);

    // The pause before a port with another program is tried again.
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);

    protected override Task RunAsync(CancellationToken stopping) => Task.WhenAll(options.DiscoveryPorts.Select((port, index) =>
        Guard.KeepAsync(nameof(EmulatorDiscovery), stopping => LookAsync(port, $"window{index + 2}", stopping), stopping)));

    private async Task LookAsync(int port, string name, CancellationToken stopping)
    {
        string? logged = null;
        while (!emulators.Has(name) && emulators.All.All(emulator => emulator.Address != $"{IPAddress.Loopback}:{port}"))
        {
            var listens = await ListensAsync(port, stopping);
            var refusal = listens ? await TryAddAsync(port, name, stopping) : null;
            if (refusal is not null && refusal != logged)
                Log.ScriptNotUsed(logger, port, refusal);
            logged = refusal;
            await Task.Delay(listens ? Pause : Interval, time, stopping);
        }
    }

    // Connects with a bare socket, because an emulator client would write a key file even for a free port.
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

    // Returns why a script was not added; null if one was, or there is none.
    private async Task<string?> TryAddAsync(int port, string name, CancellationToken stopping)
    {
        await using var probe = emulators.Probe(name, port);
        var began = time.GetTimestamp();
        while (time.GetElapsedTime(began) < HelloTimeout)
        {
            await Task.Delay(HelloPoll, time, stopping);
            if (probe.State is EmulatorState.NoEmulator or EmulatorState.ForeignScript)
                continue;
            emulators.Add(emulators.Connect(name, port));
            Log.ScriptFound(logger, port, name);
            return null;
        }

        return probe.State is EmulatorState.ForeignScript ? probe.LastConnectError?.Message : null;
    }
}
