using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Bridge.SocketPool.Secrets;

/// <summary>
/// Queries the kernel for single TCP and UDP sockets. A query takes some microseconds with any number of sockets; /proc/net/tcp would
/// list them all.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed partial class SocketTable : IDisposable
{
    // socket(2), netlink(7), send(2).
    private const int Netlink = 16;
    private const int Raw = 3;
    private const int CloseOnExec = 0x80000;
    private const int SocketDiagnostics = 4;
    private const int DontWait = 0x40;

    private readonly Lock _gate = new();
    private readonly SafeFileHandle _kernel;
    private uint _number;

    private SocketTable(SafeFileHandle kernel) => _kernel = kernel;

    /// <summary>Opens the table; returns null if the kernel or a sandbox refuses the queries of this account.</summary>
    public static SocketTable? TryOpen()
    {
        var table = new SocketTable(OpenSocket(Netlink, Raw | CloseOnExec, SocketDiagnostics));
        if (!table._kernel.IsInvalid && table.FindsListeners())
            return table;
        table.Dispose();
        return null;
    }

    /// <summary>
    /// Returns the socket at <paramref name="end"/> that is connected to <paramref name="peer"/>; null if there is none.
    /// </summary>
    public FoundSocket? Find(IPEndPoint end, IPEndPoint peer) => Find(end, peer, SocketQuery.Tcp);

    /// <summary>
    /// Returns the UDP socket at <paramref name="sender"/> that would get a reply from <paramref name="receiver"/>; null if there is none.
    /// </summary>
    /// <remarks>The kernel takes the ends of UDP sockets the other way round.</remarks>
    public FoundSocket? FindSender(IPEndPoint sender, IPEndPoint receiver) => Find(receiver, sender, SocketQuery.Udp);

    /// <summary>Returns whether the kernel can look up UDP sockets, which is another module of it. Opens a socket for that.</summary>
    public bool FindsSenders()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return FindSender((IPEndPoint)socket.LocalEndPoint!, new IPEndPoint(IPAddress.Loopback, 1)) is not null;
    }

    private FoundSocket? Find(IPEndPoint end, IPEndPoint peer, byte protocol)
    {
        Span<byte> request = stackalloc byte[SocketQuery.RequestBytes];
        Span<byte> reply = stackalloc byte[SocketQuery.ReplyBytes];
        lock (_gate)
        {
            SocketQuery.Write(request, end, peer, ++_number, protocol);
            if (Send(_kernel, request, request.Length, 0) != request.Length)
                return null;
            nint length;
            do
            {
                // The kernel has replied when send returns, so this never blocks.
                length = Receive(_kernel, reply, reply.Length, DontWait);
            }
            while (length >= 0 && !SocketQuery.IsReplyTo(reply[..(int)length], _number));

            return length < 0 ? null : SocketQuery.Read(reply[..(int)length]);
        }
    }

    /// <summary>
    /// Returns the account whose program accepts the connections to <paramref name="end"/>; null if no program listens there.
    /// </summary>
    public uint? FindListener(IPEndPoint end)
    {
        var anyone = end.AddressFamily == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any;
        return Find(end, new IPEndPoint(anyone, 0)) is { IsListener: true } found ? found.User : null;
    }

    /// <summary>Closes the table.</summary>
    public void Dispose() => _kernel.Dispose();

    // A kernel that can't look up sockets replies as if there were none, so the test looks for one that exists.
    private bool FindsListeners()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        return FindListener((IPEndPoint)listener.LocalEndPoint!) is not null;
    }

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    private static partial SafeFileHandle OpenSocket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    private static partial nint Send(SafeFileHandle socket, ReadOnlySpan<byte> bytes, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static partial nint Receive(SafeFileHandle socket, Span<byte> buffer, nint length, int flags);
}
