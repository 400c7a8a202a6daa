using System.Net;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Server.Security;

/// <summary>Refuses to listen where other machines can reach the bridge while no token is required.</summary>
internal static class ExposureCheck
{
    /// <exception cref="ExposedException">The address is beyond loopback, without a token and without Bridge:TrustNetwork.</exception>
    public static void Check(IPEndPoint? endpoint, SecurityOptions options)
    {
        // Without an IP address it is a Unix socket, which has permissions.
        if (endpoint is null || IPAddress.IsLoopback(endpoint.Address) || options.Tokens.Count > 0 || options.TrustNetwork)
            return;
        throw new ExposedException(
            $"The bridge would listen on {endpoint}, which other machines can reach, and it has no token. "
            + "Listen on 127.0.0.1, or set a token "
            + "(Bridge__Tokens__me__Value=…, 16 characters or more). If a proxy or firewall controls access to this port, set "
            + "Bridge__TrustNetwork=true.");
    }
}

/// <summary>Reports that other machines could use the bridge without a token.</summary>
internal sealed class ExposedException(string sentence) : StartException(sentence);
