namespace Bridge.Api.Emulators;

/// <summary>Runs the program as its own health check, <c>Bridge.Api --check URL</c>, because the container image has no curl.</summary>
internal static class ReadinessCheck
{
    /// <summary>Sends a request to a running bridge.</summary>
    /// <returns>The exit code: 0 for a successful response, 1 for another one or none, 2 if the address is invalid.</returns>
    public static async Task<int> RunAsync(string address)
    {
        if (!Uri.TryCreate(address, UriKind.Absolute, out var uri) || uri.Scheme is not ("http" or "https"))
        {
            await Console.Error.WriteLineAsync($"--check must be an address like http://127.0.0.1:7185/health/ready; got \"{address}\".");
            return 2;
        }

        try
        {
            using var handler = new HttpClientHandler();
            // On loopback no other machine can pose as the bridge, and its certificate is for another name or self-signed.
            if (uri.IsLoopback)
                handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
            using var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(4) };
            using var response = await client.GetAsync(uri);
            await Console.Out.WriteLineAsync(await response.Content.ReadAsStringAsync());
            return response.IsSuccessStatusCode ? 0 : 1;
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            await Console.Error.WriteLineAsync($"{address} does not respond: {exception.Message}");
            return 1;
        }
    }
}
