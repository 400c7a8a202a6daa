namespace Bridge.Api.Server.Outbound;

/// <summary>Creates HTTP clients for a running bridge.</summary>
internal static class OutboundHttp
{
    /// <summary>The largest response, in bytes. Some pictures have 8 times the console's size.</summary>
    public const int MaxBytes = 16 * 1024 * 1024;

    /// <summary>
    /// Creates a client that follows no redirects. It uses the environment's proxy only for HTTPS beyond loopback, because a proxy reads
    /// plain HTTP with its token. It buffers <see cref="MaxBytes"/> of a response at most.
    /// </summary>
    public static HttpClient CreateClient(Uri address, TimeSpan timeout)
    {
        var handler = new HttpClientHandler
        {
            AllowAutoRedirect = false, UseCookies = false, UseProxy = !address.IsLoopback && address.Scheme == Uri.UriSchemeHttps,
        };
        // Accepts any certificate on loopback: it may be self-signed or have another name, and no other machine can respond there.
        if (address.IsLoopback)
            handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
        return new HttpClient(handler) { Timeout = timeout, MaxResponseContentBufferSize = MaxBytes };
    }
}
