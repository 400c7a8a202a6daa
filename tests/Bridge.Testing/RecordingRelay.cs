using System.Net;
using System.Net.Sockets;

namespace Bridge.Testing;

/// <summary>Stands between a bridge and a script, passes their bytes on, and records them.</summary>
public sealed class RecordingRelay : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, FreePort.Take());
    private readonly MemoryStream _recorded = new();
    private readonly int _target;
    private int _connections;

    /// <summary>Starts to relay connections.</summary>
    /// <param name="target">The script's port on 127.0.0.1.</param>
    public RecordingRelay(int target)
    {
        _target = target;
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>Gets its port on 127.0.0.1.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Gets how many connections it has relayed.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Gets or sets whether it closes each connection once both sides have proved that they know the secret.</summary>
    public bool ClosesAfterHello { get; set; }

    /// <summary>Returns all bytes of both directions so far.</summary>
    public byte[] Recorded()
    {
        lock (_recorded)
            return _recorded.ToArray();
    }

    public void Dispose()
    {
        _listener.Dispose();
        _recorded.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = RelayAsync(await _listener.AcceptSocketAsync().ConfigureAwait(false));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task RelayAsync(Socket bridge)
    {
        using var script = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        using (bridge)
        {
            try
            {
                await script.ConnectAsync(IPAddress.Loopback, _target).ConfigureAwait(false);
                await Task.WhenAny(PassAsync(bridge, script, ""), PassAsync(script, bridge, "protocol=")).ConfigureAwait(false);
            }
            catch (SocketException)
            {
                // One side has left.
            }
        }

        Interlocked.Increment(ref _connections);
    }

    // Passes bytes on until one side leaves, or until they contain the last reply of a hello.
    private async Task PassAsync(Socket from, Socket to, string last)
    {
        var buffer = new byte[64 * 1024];
        while (await from.ReceiveAsync(buffer).ConfigureAwait(false) is > 0 and var count)
        {
            lock (_recorded)
                _recorded.Write(buffer, 0, count);
            await to.SendAsync(buffer.AsMemory(0, count)).ConfigureAwait(false);
            if (ClosesAfterHello && last.Length > 0 && buffer.AsSpan(0, count).IndexOf(System.Text.Encoding.ASCII.GetBytes(last)) >= 0)
                return;
        }
    }
}
