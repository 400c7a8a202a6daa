using System.Net;
using System.Net.Sockets;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Composition.Raw;

/// <summary>Listens for the raw listener, with the sockets of Kestrel.</summary>
internal sealed class RawTransport(
    TimeProvider time, WorkGuard guard, ILogger<ConnectionListener> shortages, ILoggerFactory loggers)
{
    private const int Backlog = 4096; // As for HTTP, see HttpLimits.WaitingConnections.

    /// <exception cref="StartException">The address is in use.</exception>
    public ValueTask<IConnectionListener> ListenAsync(IPEndPoint address) => ListenAsync(address, () => Bind(address));

    /// <exception cref="StartException">No socket can be created at this path, or it is in use.</exception>
    public ValueTask<IConnectionListener> ListenAsync(string path, UnixFileMode mode) =>
        ListenAsync(new UnixDomainSocketEndPoint(path), () => OperatingSystem.IsLinux()
            ? SocketFile.Bind(path, mode)
            : throw new PlatformNotSupportedException());

    private async ValueTask<IConnectionListener> ListenAsync(EndPoint address, Func<Socket> bind)
    {
        var transport = new SocketTransportFactory(
            Options.Create(new SocketTransportOptions
            {
                Backlog = Backlog,
                CreateBoundListenSocket = _ => bind(),
                // The listener counts what it keeps of a client, so the transport reads no more than one block ahead.
                MaxReadBufferSize = 1,
                // A flush completes only when the kernel has all of the reply.
                MaxWriteBufferSize = 1,
                UnsafePreferInlineScheduling = true,
            }),
            loggers);
        var listener = await transport.BindAsync(address);
        // On Windows a process doesn't run out of handles.
        return OperatingSystem.IsWindows() ? listener : new ConnectionListener(listener, time, guard, shortages);
    }

    private static Socket Bind(IPEndPoint address)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(address);
            return socket;
        }
        catch (SocketException exception)
        {
            socket.Dispose();
            throw new StartException(
                $"The raw listener can't listen on {address}: {exception.Message}. Choose another address with "
                + $"Bridge:Raw:Address.", exception);
        }
    }
}
