using System.Diagnostics.Metrics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Hosting;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;

namespace Bridge.Api.Raw;

/// <summary>Opens the raw door where the settings say so, and closes it with the program: in order, together with the connections of HTTP.</summary>
internal sealed class RawDoor(
    RawOptions options, SecurityOptions security, EmulatorDirectory emulators, AccessTokens tokens, TokenShares shares, ClientBuckets buckets, PeerAccounts accounts, OrderlyStop stop, RequestStatistics statistics,
    IMeterFactory meters, Func<IDoorSystem> systems, IHostApplicationLifetime lifetime, TimeProvider time, ILogger<RawDoor> logger) : IHostedService, IAsyncDisposable
{
    // What the kernel keeps of those who come all at once.
    private const int MostWaiting = 4096;

    private readonly List<Socket> _listeners = [];
    private CancellationTokenRegistration _stopping;
    private DoorSupervisor? _door;
    private Task _over = Task.CompletedTask;

    /// <exception cref="StartException">A place is taken, or others would reach it while nobody is asked for a token.</exception>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.IsOn && OperatingSystem.IsLinux())
            Open(options);
        return Task.CompletedTask;
    }

    /// <exception cref="DoorFailedException">It has failed too often, which is why the bridge ends.</exception>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_door is not { } door)
            return;
        door.End();
        using (cancellationToken.UnsafeRegister(static door => ((DoorSupervisor)door!).CutOff(), door))
            await _over;
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.DisposeAsync();
        if (_door is { } door)
        {
            door.CutOff();
            await _over.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            door.Dispose();
            _door = null;
        }

        Close();
    }

    [SupportedOSPlatform("linux")]
    private void Open(RawOptions raw)
    {
        if (raw.Address is { } text && RawOptions.TryAddress(text, out var address))
        {
            Reach.Check(address, security);
            Listen(Bind(address), $"{address}");
        }

        if (raw.Unix.Path is { } path)
            Listen(SocketFile.Bind(path, raw.Unix.FileMode), path);
        var rules = new DoorRules(emulators, tokens, shares, buckets, accounts, stop);
        var counts = new DoorMeters(meters.Create(EmulatorInstruments.MeterName));
        var door = new DoorSupervisor(() => new DoorLoop(systems(), rules, raw, counts, statistics, time, logger), time, logger);
        _door = door;
        _over = KeepAsync(door, [.. _listeners.Select(listener => (int)listener.Handle)]);
        // Not only when the host comes to it, which is after Kestrel has ended.
        _stopping = stop.StreamsEnd.UnsafeRegister(static door => ((DoorSupervisor)door!).End(), door);
    }

    private async Task KeepAsync(DoorSupervisor door, int[] listening)
    {
        try
        {
            await door.RunAsync(listening, Close);
        }
        catch (DoorFailedException exception)
        {
            Log.RawGivenUp(logger, exception.Message);
            lifetime.StopApplication();
            throw;
        }
    }

    private void Listen(Socket listener, string place)
    {
        _listeners.Add(listener);
        listener.Blocking = false;
        listener.Listen(MostWaiting);
        Log.RawListens(logger, place);
    }

    // Removes the file of the one that has one, too. A second time it does nothing.
    private void Close() => _listeners.ForEach(listener => listener.Dispose());

    private static Socket Bind(IPEndPoint address)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            // A bridge that has just ended leaves connections behind that would keep the port for a minute.
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            socket.Bind(address);
            return socket;
        }
        catch (SocketException exception)
        {
            socket.Dispose();
            throw new StartException($"The raw door can't be at {address}: {exception.Message}. Choose another address with Bridge:Raw:Address.", exception);
        }
    }
}
