using System.Globalization;
using System.Net;
using static Bridge.Testing.WitnessServer;

namespace MgbaBridge.Tests;

/// <summary>A proxy gets no token.</summary>
/// <remarks>The proxy of the environment belongs to the process, so no other test runs beside these.</remarks>
[CollectionDefinition(DisableParallelization = true)]
[Collection<ProxyTests>]
public sealed class ProxyTests : IDisposable
{
    private const string Secret = "a-token-of-a-test";

    private readonly IWebProxy _previous = HttpClient.DefaultProxy;

    public void Dispose() => HttpClient.DefaultProxy = _previous;

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("localhost")]
    public async Task Requests_to_loopback_bypass_the_proxy_of_the_environment(string host)
    {
        using var bridge = new WitnessServer(Response(200, """{"value": 5}"""));
        using var proxy = new WitnessServer(Response(200, """{"value": 6}"""));
        using var client = NewClient(string.Create(CultureInfo.InvariantCulture, $"http://{host}:{bridge.Port}"), proxy);

        Assert.Equal(5, await client.Emulator().ReadAsync(0));

        Assert.Contains($"Authorization: Bearer {Secret}", bridge.Received, StringComparison.Ordinal);
        Assert.Equal((0, ""), (proxy.Connections, proxy.Received));
    }

    [Fact]
    public async Task Plain_HTTP_to_another_host_bypasses_the_proxy_of_the_environment()
    {
        using var proxy = new WitnessServer(Response(200, """{"value": 6}"""));
        using var client = NewClient("http://bridge.invalid:7185", proxy);

        await Assert.ThrowsAsync<BridgeUnreachableException>(() => client.Emulator().ReadAsync(0));

        Assert.Equal((0, ""), (proxy.Connections, proxy.Received));
    }

    [Fact]
    public async Task A_proxy_for_HTTPS_gets_no_more_than_the_name()
    {
        using var proxy = new WitnessServer(Response(407));
        using var client = NewClient("https://bridge.invalid:7185", proxy);

        await Assert.ThrowsAsync<BridgeUnreachableException>(() => client.Emulator().PressAsync("A"));

        Assert.StartsWith("CONNECT bridge.invalid:7185 HTTP/1.1\r\n", proxy.Received, StringComparison.Ordinal);
        Assert.DoesNotContain(Secret, proxy.Received, StringComparison.Ordinal);
    }

    private static BridgeClient NewClient(string address, WitnessServer proxy)
    {
        HttpClient.DefaultProxy = new EveryHost(new Uri(proxy.Address));
        return new BridgeClient(new BridgeClientOptions { Address = new Uri(address), Token = Secret, Retries = 0 });
    }

    private sealed class EveryHost(Uri proxy) : IWebProxy
    {
        public ICredentials? Credentials { get; set; }

        public Uri GetProxy(Uri destination) => proxy;

        public bool IsBypassed(Uri host) => false;
    }
}
