namespace Bridge.Api.Tests.Server.Hosting;

/// <remarks>Starts the whole program as a process, and checks all output that it writes before it ends.</remarks>
public sealed class StartFailureTests : IClassFixture<StartFailureTests.Files>
{
    private const string Default = "Kestrel:Certificates:Default";
    private const string Url = "Kestrel:Endpoints:tls:Url";
    private const string Own = "Kestrel:Endpoints:tls:Certificate";
    private const string Address =
        "must be an address without a path, like http://localhost:7185 or https://127.0.0.1:7185";

    private readonly SelfSigned _certificate;

    public StartFailureTests(Files files) => _certificate = files.Certificate;

    [Theory]
    [InlineData("Urls has \"https://127.0.0.1:{port}\", which needs a certificate. Set " + Default,
        "--urls", "https://127.0.0.1:{port}")]
    [InlineData(Url + " has \"https://127.0.0.1:{port}\", which needs a certificate. Set " + Own,
        $"--{Url}=https://127.0.0.1:{{port}}")]
    [InlineData($"Kestrel:Endpoints:tls:Url {Address}; got \"\".",
        "--Kestrel:Endpoints:tls:Uri=https://127.0.0.1:{port}")]
    [InlineData($"Urls {Address}; got \"bridge\".", "--urls", "bridge")]
    [InlineData($"Urls {Address}; got \"127.0.0.1:{{port}}\".", "--urls", "127.0.0.1:{port}")]
    [InlineData($"Urls {Address}; got \"ftp://127.0.0.1:{{port}}\".",
        "--urls", "http://127.0.0.1:{port};ftp://127.0.0.1:{port}")]
    [InlineData($"Urls {Address}; got \"http://127.0.0.1:65536\".", "--urls", "http://127.0.0.1:65536")]
    [InlineData($"Urls {Address}; got \"http://127.0.0.1:{{port}}/bridge\".",
        "--urls", "http://127.0.0.1:{port}/bridge")]
    [InlineData("Urls must name an address like 127.0.0.1 instead of localhost", "--urls", "http://localhost:0")]
    [InlineData($"{Default}:Path must be a readable file; got \"{{missing}}\"", $"--{Default}:Path={{missing}}")]
    [InlineData($"{Default}:Path must be a readable file; got \"/\"", $"--{Default}:Path=/")]
    [InlineData($"{Default}:Path \"{{junk}}\" can't be loaded", $"--{Default}:Path={{junk}}")]
    [InlineData($"{Default}:KeyPath is required: the file of the private key, because \"{{pem}}\" has none", $"--{Default}:Path={{pem}}")]
    [InlineData($"{Default}:Path \"{{pfx}}\" can't be loaded with {Default}:Password", $"--{Default}:Path={{pfx}}")]
    [InlineData($"{Default}:Path \"{{pfx}}\" can't be loaded with {Default}:Password",
        $"--{Default}:Path={{pfx}}", $"--{Default}:Password=guessed")]
    [InlineData($"{Default}:KeyPath must be a readable file; got \"{{missing}}\"", $"--{Default}:Path={{pem}}",
        $"--{Default}:KeyPath={{missing}}")]
    [InlineData($"{Default}:KeyPath \"{{junk}}\" can't be loaded as the private key",
        $"--{Default}:Path={{pem}}", $"--{Default}:KeyPath={{junk}}")]
    [InlineData($"{Default}:KeyPath \"{{other}}\" can't be loaded as the private key",
        $"--{Default}:Path={{pem}}", $"--{Default}:KeyPath={{other}}")]
    [InlineData($"{Default}:KeyPath \"{{encrypted}}\" can't be loaded as the private key", $"--{Default}:Path={{pem}}",
        $"--{Default}:KeyPath={{encrypted}}")]
    [InlineData($"{Default}:KeyPath \"{{encrypted}}\" can't be loaded as the private key", $"--{Default}:Path={{pem}}",
        $"--{Default}:KeyPath={{encrypted}}",
        $"--{Default}:Password=guessed")]
    [InlineData($"{Default}:Subject \"nobody\" can't be used", $"--{Default}:Subject=nobody")]
    [InlineData($"{Default}:Path or {Default}:Subject is required", $"--{Default}:Password=guessed")]
    [InlineData($"{Own}:Path must be a readable file; got \"{{missing}}\"",
        $"--{Url}=https://127.0.0.1:{{port}}", $"--{Own}:Path={{missing}}")]
    [InlineData("Kestrel:Endpoints:tls:Sni:a.example:Certificate:Path must be a readable file; got \"{missing}\"",
        $"--{Url}=https://127.0.0.1:{{port}}",
        $"--{Own}:Path={{pfx}}", $"--{Own}:Password={SelfSigned.Password}",
        "--Kestrel:Endpoints:tls:Sni:a.example:Certificate:Path={missing}")]
    [InlineData("The settings in {broken}/appsettings.json must be JSON; line 1 isn't, from byte ", "--contentRoot", "{broken}")]
    [InlineData("The bridge can't start: ", "--contentRoot", "{missing}")]
    public Task The_start_ends_with_one_sentence_that_names_the_setting(string sentence, params string[] arguments) =>
        FailsAsync(2, sentence, arguments);

    // The address may be there later, or free.
    [Theory]
    [InlineData("Urls or Kestrel:Endpoints: the bridge can't listen on 192.0.2.1:{port}",
        "--urls", "http://192.0.2.1:{port}", "--Bridge:TrustNetwork=true")]
    [InlineData("Failed to bind to address http://127.0.0.1:{port}", "--urls", "http://127.0.0.1:{port};http://127.0.0.1:{port}")]
    [InlineData("Failed to bind to address http://[::1]:{port}", "--urls", "http://[::1]:{port};http://localhost:{port}")]
    [InlineData("The raw listener can't listen on 192.0.2.1:{port}", "--raw", "192.0.2.1:{port}", "--Bridge:TrustNetwork=true")]
    public Task A_start_that_may_succeed_later_ends_with_another_code(string sentence, params string[] arguments) =>
        FailsAsync(75, sentence, arguments);

    private async Task FailsAsync(int code, string sentence, string[] arguments)
    {
        var port = FreePort.Take();
        // A script on the default port would add lines to the log.
        await using var bridge = new BridgeProcess([.. arguments.Select(Filled), $"--Bridge:Emulators:default:Port={FreePort.Take()}"]);
        Assert.Equal(code, await bridge.EndsAsync());
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

    /// <summary>Creates the files that the settings name.</summary>
    public sealed class Files : IDisposable
    {
        internal SelfSigned Certificate { get; } = new();

        public void Dispose() => Certificate.Dispose();
    }
}
