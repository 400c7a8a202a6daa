using System.Net;
using Bridge.Api.Errors;

namespace Bridge.Api.Security;

/// <summary>Refuses to listen where other machines reach the bridge while nobody is asked for a token.</summary>
internal static class ExposureCheck
{
    /// <exception cref="ExposedException">It is beyond loopback, there is no token, and nobody has said that this is meant.</exception>
    public static void Check(IPEndPoint? endpoint, SecurityOptions options)
    {
        // What is no address of IP is a socket in the file system, which has permissions of its own.
        if (endpoint is null || IPAddress.IsLoopback(endpoint.Address) || options.Tokens.Count > 0 || options.TrustNetwork)
            return;
        throw new ExposedException(
            $"The bridge would listen on {endpoint}, which other machines can reach, and it has no token. "
            + "Listen on 127.0.0.1, or set a token "
            + "(Bridge__Tokens__me__Value=…, 16 characters or more). If a proxy or firewall controls access to this port, set "
            + "Bridge__TrustNetwork=true.");
    }
}

/// <summary>The bridge would be open to others.</summary>
internal sealed class ExposedException(string sentence) : StartException(sentence);
