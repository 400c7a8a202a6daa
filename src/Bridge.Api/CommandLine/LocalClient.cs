namespace Bridge.Api.CommandLine;

/// <summary>Creates an HTTP client for a running bridge.</summary>
internal static class LocalClient
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(4);

    public static HttpClient Create(Uri address)
    {
        var handler = new HttpClientHandler();
        // Accepts any certificate on loopback: it may be self-signed or have another name, and no other machine can respond there.
        if (address.IsLoopback)
            handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
        return new HttpClient(handler) { Timeout = Timeout };
    }
}
