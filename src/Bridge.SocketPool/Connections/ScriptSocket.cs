using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>Connects sockets to the script, over TCP or a Unix socket.</summary>
internal static class ScriptSocket
{
    /// <summary>Returns a connected socket. OWNED BY THE CALLER.</summary>
    /// <exception cref="SocketException">Nothing listens at the address, or the host is not reachable.</exception>
    /// <exception cref="TimeoutException"><see cref="EmulatorOptions.ConnectTimeout"/> passed.</exception>
    public static async Task<Socket> ConnectAsync(
        EmulatorOptions options, TimeProvider time, ILogger logger, CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(options.ConnectTimeout, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        try
        {
            return options.SocketPath is { } path
                ? await UnixSocket.ConnectAsync(path, linked.Token).ConfigureAwait(false)
                : await ConnectTcpAsync(options, logger, linked.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"no connection within {options.ConnectTimeout.TotalMilliseconds} ms");
        }
    }

    /// <summary>
    /// Returns where the script listens if no program in between relays this connection, as the script writes it; null if that can't be
    /// known, because there is a network in between.
    /// </summary>
    public static string? AddressOf(Socket socket, EmulatorOptions options)
    {
        if (options.SocketPath is not null)
            return "unix";
        if (socket.RemoteEndPoint is not IPEndPoint end)
            return null;
        var address = end.Address.IsIPv4MappedToIPv6 ? end.Address.MapToIPv4() : end.Address;
        return IPAddress.IsLoopback(address)
            ? new IPEndPoint(options.ScriptPort is null ? address : IPAddress.Loopback, options.ScriptPort ?? end.Port).ToString()
            : null;
    }

    private static async Task<Socket> ConnectTcpAsync(EmulatorOptions options, ILogger logger, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            TcpKeepAlive.Enable(socket, logger);
            WindowsTcp.BeforeConnect(socket, options, logger);
            await socket.ConnectAsync(options.Host, options.Port, cancellationToken).ConfigureAwait(false);
            WindowsTcp.AfterConnect(socket, logger);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
