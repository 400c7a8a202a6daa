namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Checks the addresses of HTTP and their certificates. Kestrel reads them itself, but its errors don't name the setting; these
/// sentences do.
/// </summary>
internal sealed class ListeningSettings(IConfiguration settings, IHostEnvironment environment)
{
    private const string DefaultCertificate = "Kestrel:Certificates:Default";

    /// <summary>Returns a sentence for each mistake.</summary>
    public IReadOnlyList<string> FindFailures()
    {
        var failures = CertificatesOf(settings)
            .Select(section => CertificateSettings.FailureOf(section, environment.ContentRootPath)).OfType<string>().ToList();
        foreach (var address in (settings["urls"] ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            AddFailure("Urls", address, settings.GetSection(DefaultCertificate));
        foreach (var endpoint in settings.GetSection("Kestrel:Endpoints").GetChildren())
            AddFailure($"{endpoint.Path}:Url", endpoint["Url"] ?? "", endpoint.GetSection("Certificate"));
        return failures;

        void AddFailure(string setting, string address, IConfigurationSection certificate)
        {
            if (FailureOf(address, out var isHttps) is { } failure)
                failures.Add($"{setting} must {failure}; got \"{address}\".");
            else if (isHttps && !certificate.Exists() && !settings.GetSection(DefaultCertificate).Exists())
            {
                failures.Add(
                    $"{setting} has \"{address}\", which needs a certificate. Set {certificate.Path}:Path and :KeyPath to PEM files, or "
                    + ":Path and :Password to a PFX file.");
            }
        }
    }

    private static string? FailureOf(string address, out bool isHttps)
    {
        isHttps = false;
        try
        {
            var read = BindingAddress.Parse(address);
            isHttps = read.Scheme.Equals("https", StringComparison.OrdinalIgnoreCase);
            if (read is { Port: 0, Host: "localhost" })
                return "name an address like 127.0.0.1 instead of localhost when the port is 0";
            if ((isHttps || read.Scheme.Equals("http", StringComparison.OrdinalIgnoreCase)) && read.PathBase.Length == 0
                && (read.IsUnixPipe || read.Port is >= 0 and <= ushort.MaxValue))
                return null;
        }
        catch (FormatException)
        {
            // Reported with the other addresses below.
        }

        return "be an address without a path, like http://localhost:7185 or https://127.0.0.1:7185";
    }

    private static IEnumerable<IConfigurationSection> CertificatesOf(IConfiguration settings)
    {
        var endpoints = settings.GetSection("Kestrel:Endpoints").GetChildren().ToArray();
        return settings.GetSection("Kestrel:Certificates").GetChildren()
            .Concat(endpoints.Select(endpoint => endpoint.GetSection("Certificate")))
            .Concat(endpoints.SelectMany(endpoint => endpoint.GetSection("Sni").GetChildren())
                .Select(host => host.GetSection("Certificate")));
    }
}
