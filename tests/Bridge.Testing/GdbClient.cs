using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Testing;

/// <summary>Speaks GDB's remote serial protocol with the bridge, for faults that GDB itself doesn't show.</summary>
public sealed class GdbClient : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly byte[] _buffer = new byte[1];

    public static async Task<GdbClient> ConnectAsync(IPEndPoint address)
    {
        var client = new GdbClient();
        await client._socket.ConnectAsync(address).ConfigureAwait(false);
        return client;
    }

    public static Task<GdbClient> ConnectAsync(string address) => ConnectAsync(IPEndPoint.Parse(address));

    /// <summary>Returns the bytes of a packet.</summary>
    public static string Packet(string content) =>
        $"${content}#{Encoding.Latin1.GetBytes(content).Aggregate(0, (sum, next) => (sum + next) & 0xFF):x2}";

    /// <summary>Sends a packet, and returns the answer to it.</summary>
    public async Task<string> AskAsync(string content)
    {
        await SendAsync(Packet(content)).ConfigureAwait(false);
        return await ReceiveAsync().ConfigureAwait(false);
    }

    /// <summary>Sends bytes as they are.</summary>
    /// <exception cref="IOException">The bridge has closed the connection.</exception>
    public async Task SendAsync(string bytes)
    {
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            await _socket.SendAsync(Encoding.Latin1.GetBytes(bytes), SocketFlags.None, patience.Token).ConfigureAwait(false);
        }
        catch (SocketException exception)
        {
            throw new IOException("The connection was closed.", exception);
        }
    }

    /// <summary>Returns the next packet's content, without confirming it.</summary>
    public async Task<string> ReceiveAsync()
    {
        var text = new StringBuilder();
        while (await ReadAsync().ConfigureAwait(false) is { } next)
        {
            text.Append(next);
            if (text.ToString().Split('$', 2) is [_, var packet] && packet.Length > 2 && packet[^3] == '#')
                return packet[..^3];
        }

        throw new IOException($"The connection was closed after \"{text}\".");
    }

    /// <summary>Returns the next byte; null: the connection is closed.</summary>
    public async Task<char?> ReadAsync()
    {
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            return await _socket.ReceiveAsync(_buffer, SocketFlags.None, patience.Token).ConfigureAwait(false) > 0
                ? (char)_buffer[0] : null;
        }
        catch (SocketException)
        {
            return null;
        }
    }

    /// <summary>Waits until the bridge closes the connection.</summary>
    public async Task EndsAsync()
    {
        while (await ReadAsync().ConfigureAwait(false) is not null)
        {
        }
    }

    public void Dispose() => _socket.Dispose();
}
