using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Api.Tests.Server.Hosting;

/// <summary>The whole program over TLS, with certificates of both formats.</summary>
public sealed class TlsTests : IDisposable
{
    private const string Default = "Kestrel:Certificates:Default";

    private readonly SelfSigned _certificate = new();
    private readonly int _port = FreePort.Take();

    public void Dispose() => _certificate.Dispose();

    public static TheoryData<string, string> Ways => new()
    {
        { "urls", "pem" }, { "urls", "encrypted pem" }, { "urls", "pfx" }, { "endpoint", "pem" }, { "endpoint", "pfx" },
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Each_certificate_format_works_with_both_versions_of_HTTP(string way, string format)
    {
        await using var bridge = new BridgeProcess(Settings(way, format));
        await bridge.ListensAsync();
        foreach (var version in (Version[])[HttpVersion.Version11, HttpVersion.Version20])
        {
            using var client = _certificate.Client(version);
            using var live = await client.GetAsync(Address("/health/live"), TestContext.Current.CancellationToken);
            Assert.Equal((HttpStatusCode.OK, version), (live.StatusCode, live.Version));
            Assert.Equal("live", await live.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
            // More than the buffers of TLS and the transport hold, in both directions.
            using var page = await client.GetAsync(Address("/swagger/v1/swagger.json"), TestContext.Current.CancellationToken);
            Assert.Contains("\"openapi\"", await page.Content.ReadAsStringAsync(TestContext.Current.CancellationToken),
                StringComparison.Ordinal);
            using var body = new ByteArrayContent(new byte[1024 * 1024]);
            using var sent = await client.PutAsync(Address("/emulators/default/memory/0x02000000"), body,
                TestContext.Current.CancellationToken);
            Assert.NotEqual(HttpStatusCode.OK, sent.StatusCode);
            Assert.Equal("application/problem+json", sent.Content.Headers.ContentType?.MediaType);
        }
    }

    [Theory]
    [InlineData("127.0.0.1:{0}", null, HttpStatusCode.OK)]
    [InlineData("localhost:{0}", "https://localhost:{0}", HttpStatusCode.OK)]
    [InlineData("[::1]:{0}", null, HttpStatusCode.OK)]
    [InlineData("localhost", null, HttpStatusCode.MisdirectedRequest)]
    [InlineData("evil.example:{0}", null, HttpStatusCode.MisdirectedRequest)]
    [InlineData("localhost:{0}", "http://localhost:{0}", HttpStatusCode.Forbidden)]
    [InlineData("localhost:{0}", "https://evil.example", HttpStatusCode.Forbidden)]
    public async Task The_origin_check_uses_the_https_scheme(string host, string? origin, HttpStatusCode expected)
    {
        await using var bridge = new BridgeProcess(Settings("urls", "pfx"));
        await bridge.ListensAsync();
        foreach (var version in (Version[])[HttpVersion.Version11, HttpVersion.Version20])
        {
            using var client = _certificate.Client(version);
            using var request = new HttpRequestMessage(HttpMethod.Get, Address("/health/live"))
                { Version = version, VersionPolicy = HttpVersionPolicy.RequestVersionExact };
            request.Headers.Host = string.Format(null, host, _port);
            if (origin is not null)
                request.Headers.Add("Origin", string.Format(null, origin, _port));
            using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
            Assert.Equal(expected, response.StatusCode);
        }
    }

    [Fact]
    public async Task Unfinished_request_lines_are_counted_over_TLS()
    {
        // Without a token, 64 of them have room.
        const int Clients = 65;
        await using var bridge = new BridgeProcess([.. Settings("urls", "pem"), "--Bridge:Tokens:me:Value=0123456789abcdef"]);
        await bridge.ListensAsync();
        var clients = Enumerable.Range(0, Clients).Select(_ => new TcpClient()).ToList();
        try
        {
            var first = await await Task.WhenAny(clients.Select(SendLineAsync)).WaitAsync(Eventually.Patience);
            Assert.StartsWith("HTTP/1.1 503 ", first, StringComparison.Ordinal);
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }
    }

    // Returns the first line of the response.
    private async Task<string?> SendLineAsync(TcpClient client)
    {
        await client.ConnectAsync(IPAddress.Loopback, _port);
        var stream = new SslStream(client.GetStream(), leaveInnerStreamOpen: false,
            (_, certificate, _, _) => certificate?.GetCertHashString() == _certificate.Certificate.Thumbprint);
        await stream.AuthenticateAsClientAsync("localhost");
        await stream.WriteAsync(Encoding.ASCII.GetBytes("GET /emulators?x=".PadRight(50_000, 'x')), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(stream);
        return await reader.ReadLineAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_client_that_stalls_in_its_handshake_delays_nobody_and_is_closed()
    {
        await using var bridge = new BridgeProcess(Settings("urls", "pem"));
        await bridge.ListensAsync();
        var stalled = Enumerable.Range(0, 50).Select(_ => new TcpClient()).ToList();
        foreach (var client in stalled)
        {
            await client.ConnectAsync(IPAddress.Loopback, _port);
            // The head of a record that is never completed.
            await client.GetStream().WriteAsync(new byte[] { 0x16, 0x03, 0x01, 0x02, 0x00, 0x01 }, TestContext.Current.CancellationToken);
        }

        for (var i = 0; i < 10; i++)
        {
            using var client = _certificate.Client(HttpVersion.Version20);
            Assert.Equal("live", await client.GetStringAsync(Address("/health/live"), TestContext.Current.CancellationToken));
        }

        foreach (var client in stalled)
        {
            Assert.Equal(0, await client.GetStream().ReadAsync(new byte[1], TestContext.Current.CancellationToken)
                .AsTask().WaitAsync(Eventually.Patience));
            client.Dispose();
        }
    }

    [Fact]
    public async Task A_client_that_sends_plain_HTTP_is_closed_and_others_are_served()
    {
        await using var bridge = new BridgeProcess(Settings("urls", "pem"));
        await bridge.ListensAsync();
        using var plain = new TcpClient();
        await plain.ConnectAsync(IPAddress.Loopback, _port);
        await plain.GetStream().WriteAsync(Encoding.ASCII.GetBytes($"GET /health/live HTTP/1.1\r\nHost: localhost:{_port}\r\n\r\n"),
            TestContext.Current.CancellationToken);
        var answer = await new StreamReader(plain.GetStream()).ReadToEndAsync(TestContext.Current.CancellationToken)
            .WaitAsync(Eventually.Patience);
        Assert.DoesNotContain("200", answer, StringComparison.Ordinal);
        using var client = _certificate.Client(HttpVersion.Version11);
        Assert.Equal("live", await client.GetStringAsync(Address("/health/live"), TestContext.Current.CancellationToken));
        Assert.DoesNotContain("   at ", bridge.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Beyond_loopback_TLS_alone_does_not_replace_a_token()
    {
        await using var bridge = new BridgeProcess("--urls", $"https://0.0.0.0:{_port}", $"--{Default}:Path={_certificate.Pfx}",
            $"--{Default}:Password={SelfSigned.Password}");
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.Contains("Bridge__Tokens__me__Value", bridge.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_check_uses_tls()
    {
        await using var bridge = new BridgeProcess(Settings("urls", "pem"));
        await bridge.ListensAsync();
        Assert.Equal(0, (await BridgeRun.OfAsync("check", Address("/health/live").ToString())).ExitCode);
        Assert.Equal(1, (await BridgeRun.OfAsync("check", Address("/health/ready").ToString())).ExitCode);
    }

    private string[] Settings(string way, string format)
    {
        var section = way == "urls" ? Default : "Kestrel:Endpoints:tls:Certificate";
        string[] address = way == "urls" ? ["--urls", Address("").ToString()] : [$"--Kestrel:Endpoints:tls:Url={Address("")}"];
        return
        [
            .. address,
            .. format switch
            {
                "pem" => (string[])[$"--{section}:Path={_certificate.Pem}", $"--{section}:KeyPath={_certificate.Key}"],
                "encrypted pem" => [$"--{section}:Path={_certificate.Pem}", $"--{section}:KeyPath={_certificate.EncryptedKey}",
                    $"--{section}:Password={SelfSigned.Password}"],
                _ => [$"--{section}:Path={_certificate.Pfx}", $"--{section}:Password={SelfSigned.Password}"],
            },
        ];
    }

    private Uri Address(string path) => new($"https://127.0.0.1:{_port}{path}");
}
