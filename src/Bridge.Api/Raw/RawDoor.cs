using System.Diagnostics.Metrics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Api.Access;
using Bridge.Api.Emulators;
using Bridge.Api.Ending;
using Bridge.Api.Listening;
using Bridge.Api.Logging;
using Bridge.SocketPool;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Raw;

/// <summary>Opens the raw door where the settings say so, and closes it with the program: in order, together with the connections of HTTP.</summary>
internal sealed class RawDoor(
    IOptions<BridgeOptions> options, EmulatorDirectory emulators, AccessTokens tokens, ClientBuckets buckets, OrderlyStop stop, RequestStatistics statistics,
    IMeterFactory meters, TimeProvider time, ILogger<RawDoor> logger) : IHostedService, IAsyncDisposable
{
    // What the kernel keeps of those who come all at once.
    private const int MostWaiting = 4096;

    private readonly List<Socket> _listeners = [];
    private CancellationTokenRegistration _stopping;
    private DoorLoop? _loop;

    /// <exception cref="StartException">A place is taken, or others would reach it while nobody is asked for a token.</exception>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value.Raw.IsOn && OperatingSystem.IsLinux())
            Open(options.Value.Raw);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_loop is not { } loop)
            return;
        loop.End();
        using (cancellationToken.UnsafeRegister(static loop => ((DoorLoop)loop!).CutOff(), loop))
            await loop.Over;
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.DisposeAsync();
        if (_loop is { } loop)
        {
            loop.CutOff();
            await loop.Over;
        }

        Close();
    }

    [SupportedOSPlatform("linux")]
    private void Open(RawOptions raw)
    {
        if (raw.Address is { } text && RawOptions.TryAddress(text, out var address))
        {
            Reach.Check(address, options.Value);
            Listen(Bind(address), $"{address}");
        }

        if (raw.Unix.Path is { } path)
            Listen(SocketFile.Bind(path, raw.Unix.FileMode), path);
        var loop = new DoorLoop(new EpollSystem(), new DoorRules(emulators, tokens, buckets, stop), raw, new DoorMeters(meters.Create(EmulatorInstruments.MeterName)),
            statistics, time, logger);
        _loop = loop;
        int[] listening = [.. _listeners.Select(listener => (int)listener.Handle)];
        new Thread(() => loop.Run(listening, Close)) { IsBackground = true, Name = "raw door" }.Start();
        // Not only when the host comes to it, which is after Kestrel has ended.
        _stopping = stop.StreamsEnd.UnsafeRegister(static loop => ((DoorLoop)loop!).End(), loop);
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
