namespace Bridge.Api.Tests.Listening;

/// <remarks>The whole program as a process: all that it writes before it ends is the answer.</remarks>
public sealed class StartFailureTests : IClassFixture<StartFailureTests.Files>
{
    private const string Default = "Kestrel:Certificates:Default";
    private const string Url = "Kestrel:Endpoints:tls:Url";
    private const string Own = "Kestrel:Endpoints:tls:Certificate";

    private readonly SelfSigned _certificate;

    public StartFailureTests(Files files) => _certificate = files.Certificate;

    [Theory]
    [InlineData("Urls has \"https://127.0.0.1:{port}\", and there is no certificate for it. Name one: " + Default,
        "--urls", "https://127.0.0.1:{port}")]
    [InlineData(Url + " is \"https://127.0.0.1:{port}\", and there is no certificate for it. Name one: " + Own,
        $"--{Url}=https://127.0.0.1:{{port}}")]
    [InlineData("Kestrel:Endpoints:tls:Url is \"\"; an address is like http://localhost:7185",
        "--Kestrel:Endpoints:tls:Uri=https://127.0.0.1:{port}")]
    [InlineData("Urls has \"bridge\"; an address is like http://localhost:7185", "--urls", "bridge")]
    [InlineData("Urls has \"127.0.0.1:{port}\"; an address is like http://localhost:7185", "--urls", "127.0.0.1:{port}")]
    [InlineData("Urls has \"ftp://127.0.0.1:{port}\"; an address is like http://localhost:7185",
        "--urls", "http://127.0.0.1:{port};ftp://127.0.0.1:{port}")]
    [InlineData("Urls has \"http://127.0.0.1:65536\"; an address is like http://localhost:7185", "--urls", "http://127.0.0.1:65536")]
    [InlineData("Urls has \"http://127.0.0.1:{port}/bridge\"; an address is like http://localhost:7185",
        "--urls", "http://127.0.0.1:{port}/bridge")]
    [InlineData("Urls has \"http://localhost:0\"; a free port", "--urls", "http://localhost:0")]
    [InlineData("Urls or Kestrel:Endpoints has 192.0.2.1:{port}, where the bridge can't listen",
        "--urls", "http://192.0.2.1:{port}", "--Bridge:TrustNetwork=true")]
    [InlineData("Failed to bind to address http://127.0.0.1:{port}", "--urls", "http://127.0.0.1:{port};http://127.0.0.1:{port}")]
    [InlineData("Failed to bind to address http://[::1]:{port}", "--urls", "http://[::1]:{port};http://localhost:{port}")]
    [InlineData($"{Default}:Path is \"{{missing}}\", which is no file that can be read", $"--{Default}:Path={{missing}}")]
    [InlineData($"{Default}:Path is \"/\", which is no file that can be read", $"--{Default}:Path=/")]
    [InlineData($"{Default}:Path is \"{{junk}}\", which can't be loaded", $"--{Default}:Path={{junk}}")]
    [InlineData($"{Default}:Path is \"{{pem}}\", which has no private key; {Default}:KeyPath names", $"--{Default}:Path={{pem}}")]
    [InlineData($"{Default}:Path is \"{{pfx}}\", which can't be loaded with {Default}:Password", $"--{Default}:Path={{pfx}}")]
    [InlineData($"{Default}:Path is \"{{pfx}}\", which can't be loaded with {Default}:Password",
        $"--{Default}:Path={{pfx}}", $"--{Default}:Password=guessed")]
    [InlineData($"{Default}:KeyPath is \"{{missing}}\", which is no file that can be read", $"--{Default}:Path={{pem}}",
        $"--{Default}:KeyPath={{missing}}")]
    [InlineData($"{Default}:KeyPath is \"{{junk}}\", which can't be loaded as the private key",
        $"--{Default}:Path={{pem}}", $"--{Default}:KeyPath={{junk}}")]
    [InlineData($"{Default}:KeyPath is \"{{other}}\", which can't be loaded as the private key",
        $"--{Default}:Path={{pem}}", $"--{Default}:KeyPath={{other}}")]
    [InlineData($"{Default}:KeyPath is \"{{encrypted}}\", which can't be loaded as the private key", $"--{Default}:Path={{pem}}",
        $"--{Default}:KeyPath={{encrypted}}")]
    [InlineData($"{Default}:KeyPath is \"{{encrypted}}\", which can't be loaded as the private key", $"--{Default}:Path={{pem}}",
        $"--{Default}:KeyPath={{encrypted}}",
        $"--{Default}:Password=guessed")]
    [InlineData($"{Default}:Subject is \"nobody\", which can't be used", $"--{Default}:Subject=nobody")]
    [InlineData($"{Default} has neither a Path nor a Subject", $"--{Default}:Password=guessed")]
    [InlineData($"{Own}:Path is \"{{missing}}\"", $"--{Url}=https://127.0.0.1:{{port}}", $"--{Own}:Path={{missing}}")]
    [InlineData("Kestrel:Endpoints:tls:Sni:a.example:Certificate:Path is \"{missing}\"", $"--{Url}=https://127.0.0.1:{{port}}",
        $"--{Own}:Path={{pfx}}", $"--{Own}:Password={SelfSigned.Password}",
        "--Kestrel:Endpoints:tls:Sni:a.example:Certificate:Path={missing}")]
    [InlineData("The bridge can't start: Failed to load configuration from file", "--contentRoot", "{broken}")]
    [InlineData("The bridge can't start: ", "--contentRoot", "{missing}")]
    public async Task It_ends_with_one_sentence_that_names_the_setting(string sentence, params string[] arguments)
    {
        var port = FreePort.Take();
        await using var bridge = new BridgeProcess([.. arguments.Select(Filled)]);
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.StartsWith(Filled(sentence), Assert.Single(bridge.Output.Split('\n')), StringComparison.Ordinal);
        Assert.DoesNotContain("guessed", bridge.Output, StringComparison.Ordinal);

        string Filled(string text) => text.Replace("{port}", $"{port}", StringComparison.Ordinal)
            .Replace("{pem}", _certificate.Pem, StringComparison.Ordinal).Replace("{pfx}", _certificate.Pfx, StringComparison.Ordinal)
            .Replace("{other}", _certificate.OtherKey, StringComparison.Ordinal)
            .Replace("{encrypted}", _certificate.EncryptedKey, StringComparison.Ordinal)
            .Replace("{junk}", _certificate.Junk, StringComparison.Ordinal)
            .Replace("{missing}", _certificate.Missing, StringComparison.Ordinal)
            .Replace("{broken}", _certificate.BrokenSettings, StringComparison.Ordinal);
    }

    /// <summary>The files that the settings name.</summary>
    public sealed class Files : IDisposable
    {
        internal SelfSigned Certificate { get; } = new();

        public void Dispose() => Certificate.Dispose();
    }
}
