namespace Bridge.Api.CommandLine;

/// <summary>Creates the HTTP client that asks a running bridge.</summary>
internal static class LocalClient
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(4);

    public static HttpClient Create(Uri address)
    {
        var handler = new HttpClientHandler();
        // A certificate for loopback is self-signed or has another name, and no other machine can answer there.
        if (address.IsLoopback)
            handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
        return new HttpClient(handler) { Timeout = Timeout };
    }
}
