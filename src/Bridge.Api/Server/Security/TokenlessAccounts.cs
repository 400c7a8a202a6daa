using System.Net;
using System.Net.Sockets;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Checks which accounts open connections of protocols without tokens. Does so even if HTTP requires a token, which keeps other accounts
/// out of HTTP only.
/// </summary>
internal sealed class TokenlessAccounts(SecurityOptions options, ILogger<PeerAccounts> logger) : IDisposable
{
    private readonly Lazy<PeerAccounts> _accounts =
        new(() => new PeerAccounts(options with { Tokens = new Dictionary<string, TokenOptions>() }, logger));

    /// <summary>Returns why a connection is refused; null: it isn't.</summary>
    public string? FindRefusal(Socket client)
    {
        try
        {
            return _accounts.Value.FindForeign(client) switch
            {
                null => null,
                { User: { } user } => $"another account of this machine opened it (uid {user}).",
                _ => "the system does not say which account opened it.",
            };
        }
        catch (SocketException)
        {
            return "it is closed already.";
        }
    }

    /// <summary>Returns why a datagram is refused; null: it isn't.</summary>
    /// <param name="sender">The address that it came from.</param>
    /// <param name="own">The address where it arrived.</param>
    public string? FindRefusal(IPEndPoint sender, IPEndPoint own) => _accounts.Value.FindForeignSender(sender, own) switch
    {
        null => null,
        { User: { } user } => $"another account of this machine sent it (uid {user}).",
        _ => "its sender is gone, and the system does not say which account that was.",
    };

    public void Dispose()
    {
        if (_accounts.IsValueCreated)
            _accounts.Value.Dispose();
    }
}
