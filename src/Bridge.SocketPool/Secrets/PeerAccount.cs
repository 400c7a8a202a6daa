using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;

namespace Bridge.SocketPool.Secrets;

/// <summary>Finds the account whose program has the other end of a connection to this machine.</summary>
internal sealed class PeerAccount
{
    // socket(7) and unix(7), on Linux.
    private const int SocketLevel = 1;
    private const int PeerCredentials = 17;

    private readonly IPEndPoint? _own;
    private readonly IPEndPoint? _peer;
    private readonly uint? _unixUser;

    /// <summary>Remembers the addresses of a connected socket, so that both accounts can also be found after it has ended.</summary>
    /// <exception cref="SocketException">The connection has ended already.</exception>
    public PeerAccount(Socket socket)
    {
        _own = socket.LocalEndPoint as IPEndPoint;
        _peer = socket.RemoteEndPoint as IPEndPoint;
        if (socket.AddressFamily == AddressFamily.Unix && OperatingSystem.IsLinux())
            _unixUser = ReadUser(socket);
    }

    /// <summary>
    /// Returns the account of the program that has accepted the connection, and whether it is this program's or root; null if it is
    /// unknown: on other systems than Linux, if the program runs on another machine or has closed the connection, or in a sandbox that
    /// hides it.
    /// </summary>
    public (uint User, bool IsTrusted)? FindProgram() => Find(isListener: false);

    /// <summary>
    /// Returns the same for the program that listens now at the address of the other end, which may be a different program; also null if
    /// no program listens there.
    /// </summary>
    public (uint User, bool IsTrusted)? FindListener() => Find(isListener: true);

    private (uint User, bool IsTrusted)? Find(bool isListener)
    {
        if (!OperatingSystem.IsLinux())
            return null;
        var user = _unixUser ?? (_own is not null && _peer is not null ? Query(_own, _peer, isListener) : null);
        return user is { } found ? (found, OwnAccount.Trusts(found)) : null;
    }

    [SupportedOSPlatform("linux")]
    private static uint? Query(IPEndPoint own, IPEndPoint peer, bool isListener)
    {
        using var sockets = SocketTable.TryOpen();
        if (isListener)
            return sockets?.FindListener(peer);
        return sockets?.Find(peer, own) is { IsOpen: true, IsListener: false } accepted ? accepted.User : null;
    }

    // The kernel records the account when the other side begins to listen.
    private static uint? ReadUser(Socket socket)
    {
        Span<byte> credentials = stackalloc byte[12]; // The process, the user, the group.
        return socket.GetRawSocketOption(SocketLevel, PeerCredentials, credentials) == credentials.Length
            ? BitConverter.ToUInt32(credentials[4..])
            : null;
    }
}
