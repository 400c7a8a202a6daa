
namespace Bridge.Api.Hosting;

/// <summary>
/// Checks the addresses of HTTP and their certificates, which Kestrel reads by itself: each sentence names the setting, while Kestrel's own
/// errors name none.
/// </summary>
internal sealed class ListeningSettings(IConfiguration settings, IHostEnvironment environment)
{
    private const string DefaultCertificate = "Kestrel:Certificates:Default";

    /// <summary>Says what is wrong with them.</summary>
    public IReadOnlyList<string> FindFailures()
    {
        var failures = CertificatesOf(settings)
            .Select(section => CertificateSettings.FailureOf(section, environment.ContentRootPath)).OfType<string>().ToList();
        foreach (var address in (settings["urls"] ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            AddFailure($"Urls has \"{address}\"", address, settings.GetSection(DefaultCertificate));
        foreach (var endpoint in settings.GetSection("Kestrel:Endpoints").GetChildren())
            AddFailure($"{endpoint.Path}:Url is \"{endpoint["Url"]}\"", endpoint["Url"] ?? "", endpoint.GetSection("Certificate"));
        return failures;

        void AddFailure(string beginning, string address, IConfigurationSection certificate)
        {
            if (FailureOf(address, out var isHttps) is { } failure)
                failures.Add($"{beginning}; {failure}.");
            else if (isHttps && !certificate.Exists() && !settings.GetSection(DefaultCertificate).Exists())
            {
                failures.Add($"{beginning}, and there is no certificate for it. Name one: {certificate.Path}:Path and :KeyPath of PEM "
                    + "files, or :Path and :Password of a PFX file.");
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
                return "a free port of the system's choice, 0, needs an address like 127.0.0.1 instead of localhost";
            if ((isHttps || read.Scheme.Equals("http", StringComparison.OrdinalIgnoreCase)) && read.PathBase.Length == 0
                && (read.IsUnixPipe || read.Port is >= 0 and <= ushort.MaxValue))
                return null;
        }
        catch (FormatException)
        {
            // Told below.
        }

        return "an address is like http://localhost:7185 or https://127.0.0.1:7185, and has no path";
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
