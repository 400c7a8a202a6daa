using System.Net;
using System.Net.Sockets;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool.Secrets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Checks once for each TCP connection whether another account of this machine has opened it. Needed without tokens: every account can
/// reach the loopback interface, and without a token the bridge listens nowhere else.
/// </summary>
internal sealed class PeerAccounts : IDisposable
{
    // TCP_INFO of tcp(7), which starts with the state of the connection.
    private const int TcpLevel = 6;
    private const int TcpInfo = 11;
    private const byte Closed = 7;

    private readonly SocketTable? _sockets;
    private readonly Lazy<bool> _checksSenders;

    public PeerAccounts(SecurityOptions options, ILogger<PeerAccounts> logger)
    {
        // A failure, like that of a process without descriptors, refuses one datagram and is not remembered.
        _checksSenders = new(
            () => OperatingSystem.IsLinux() && _sockets?.FindsSenders() == true, LazyThreadSafetyMode.PublicationOnly);
        if (!OperatingSystem.IsLinux() || options.Tokens.Count > 0 || options.TrustNetwork)
            return;
        _sockets = SocketTable.TryOpen();
        if (_sockets is null)
            Log.AccountsUnknown(logger);
    }

    /// <summary>
    /// Gets whether connections are checked: on Linux, without tokens, unless the network is trusted or the kernel refuses the query.
    /// </summary>
    public bool AreChecked => _sockets is not null;

    /// <summary>Marks the connections of other accounts with a <see cref="ForeignAccount"/>.</summary>
    public ConnectionDelegate Before(ConnectionDelegate next) => !AreChecked ? next : connection =>
    {
        if (FindForeign(connection) is { } foreign)
            connection.Features.Set(foreign);
        return next(connection);
    };

    /// <summary>
    /// Returns the account that opened a connection; null if it is the bridge's own or root, connections are not checked, or it is one of a
    /// Unix socket, which has permissions.
    /// </summary>
    public ForeignAccount? FindForeign(ConnectionContext connection) => connection.LocalEndPoint is UnixDomainSocketEndPoint
        ? null
        : FindForeign(connection.LocalEndPoint as IPEndPoint,
            () => PeerOf(connection.Features.Get<IConnectionSocketFeature>()?.Socket, connection.RemoteEndPoint));

    /// <summary>
    /// Returns the account that opened a TCP connection; null if it is the bridge's own or root, or connections are not checked.
    /// </summary>
    public ForeignAccount? FindForeign(Socket socket)
    {
        var (own, peer) = (socket.LocalEndPoint as IPEndPoint, socket.RemoteEndPoint);
        return FindForeign(own, () => PeerOf(socket, peer));
    }

    /// <summary>
    /// Returns the account that opened a connection; null if it is the bridge's own or root, or connections are not checked.
    /// </summary>
    /// <param name="own">The address of the bridge's end.</param>
    /// <param name="readPeer">Returns the address of the other end; null once the connection is closed.</param>
    public ForeignAccount? FindForeign(IPEndPoint? own, Func<IPEndPoint?> readPeer)
    {
        if (!OperatingSystem.IsLinux() || _sockets is null)
            return null;
        if (own is null || readPeer() is not { } peer || _sockets.Find(peer, own) is not { IsListener: false, IsOpen: true } found)
            return new ForeignAccount(User: null);
        if (!OwnAccount.Trusts(found.User))
            return new ForeignAccount(found.User);
        // After a reset, another connection may use the same address and port, so that its account was found instead.
        return readPeer() is null ? new ForeignAccount(User: null) : null;
    }

    /// <summary>
    /// Returns the account that sent a datagram; null if it is the bridge's own or root, or datagrams are not checked.
    /// </summary>
    /// <param name="sender">The address that it came from.</param>
    /// <param name="own">The address where it arrived.</param>
    public ForeignAccount? FindForeignSender(IPEndPoint sender, IPEndPoint own)
    {
        if (!OperatingSystem.IsLinux() || _sockets is null || !_checksSenders.Value)
            return null;
        if (_sockets.FindSender(sender, own) is not { IsOpen: true } found)
            return new ForeignAccount(User: null);
        return OwnAccount.Trusts(found.User) ? null : new ForeignAccount(found.User);
    }

    public void Dispose()
    {
        if (OperatingSystem.IsLinux())
            _sockets?.Dispose();
    }

    private static IPEndPoint? PeerOf(Socket? socket, EndPoint? peer)
    {
        Span<byte> state = [Closed];
        try
        {
            socket?.GetRawSocketOption(TcpLevel, TcpInfo, state);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // Kestrel closes the socket of a connection that was reset.
            return null;
        }

        return state[0] == Closed ? null : peer as IPEndPoint;
    }
}
