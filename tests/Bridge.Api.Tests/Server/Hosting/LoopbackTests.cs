using System.Net;
using Bridge.Api.Server.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Server.Hosting;

/// <summary>The bridge listens on both loopback addresses, because some clients try only the first address of localhost.</summary>
public sealed class LoopbackTests
{
    private readonly int _port = FreePort.Take();

    [Fact]
    public async Task Localhost_is_both_addresses_and_each_is_a_host_that_clients_may_name()
    {
        await using var bridge = new BridgeProcess("--urls", $"http://localhost:{_port}");
        await bridge.ListensAsync();
        foreach (var host in (string[])["127.0.0.1", "[::1]"])
        {
            Assert.Equal(HttpStatusCode.OK, await StatusAsync(host, $"{host}:{_port}"));
            Assert.Equal(HttpStatusCode.OK, await StatusAsync(host, $"localhost:{_port}"));
            Assert.Equal(HttpStatusCode.MisdirectedRequest, await StatusAsync(host, $"{host}:{_port + 1}"));
            Assert.Equal(HttpStatusCode.MisdirectedRequest, await StatusAsync(host, $"[::2]:{_port}"));
        }
    }

    [Theory]
    [InlineData("127.0.0.1", "[::1]")]
    [InlineData("[::1]", "127.0.0.1")]
    public async Task An_address_is_used_as_configured(string written, string other)
    {
        await using var bridge = new BridgeProcess("--urls", $"http://{written}:{_port}");
        await bridge.ListensAsync();
        Assert.Equal(HttpStatusCode.OK, await StatusAsync(written, $"{written}:{_port}"));
        await Assert.ThrowsAsync<HttpRequestException>(() => StatusAsync(other, $"{other}:{_port}"));
    }

    [Fact]
    public async Task Without_IPv6_loopback_it_listens_on_IPv4_and_logs_that_once()
    {
        var lines = new Lines();
        var builder = WebApplication.CreateSlimBuilder(["--urls", $"http://localhost:{_port}"]);
        builder.Logging.ClearProviders().AddProvider(lines);
        builder.AddBridge();
        // Addresses that are reserved for documentation belong to no machine.
        builder.Services.PostConfigure<SocketTransportOptions>(transport =>
        {
            var bind = transport.CreateBoundListenSocket;
            transport.CreateBoundListenSocket = address => bind(
                address is IPEndPoint { Address: var ip } && ip.Equals(IPAddress.IPv6Loopback)
                    ? new IPEndPoint(IPAddress.Parse("2001:db8::1"), _port)
                    : address);
        });
        await using var app = builder.Build();
        app.Run(context => Task.CompletedTask);
        await app.StartAsync(TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, await StatusAsync("127.0.0.1", $"127.0.0.1:{_port}"));
        Assert.Contains("IPv6 loopback", Assert.Single(lines.Written, line => line.Contains("2001:db8::1", StringComparison.Ordinal)),
            StringComparison.Ordinal);
    }

    private async Task<HttpStatusCode> StatusAsync(string address, string host)
    {
        using var client = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, $"http://{address}:{_port}/health/live") { Headers = { Host = host } };
        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        return response.StatusCode;
    }

    private sealed class Lines : ILoggerProvider, ILogger
    {
        private readonly List<string> _written = [];

        public IReadOnlyList<string> Written
        {
            get
            {
                lock (_written)
                    return [.. _written];
            }
        }

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> formatter)
        {
            lock (_written)
                _written.Add(formatter(state, exception));
        }

        public void Dispose()
        {
            // The stub holds no resources.
        }
    }
}
