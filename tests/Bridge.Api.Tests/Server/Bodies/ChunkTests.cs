using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Text;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Tests.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Server.Bodies;

/// <summary>A body in malformed chunks is a client error, no matter which code reads it.</summary>
public sealed class ChunkTests(RefusingBridge bridge)
{
    private static readonly (string Request, string Type)[] Readers =
    [
        ("PUT /emulators/default/memory/0x02000000", "application/json"),
        ("PUT /emulators/default/memory/0x02000000", "application/octet-stream"),
        ("PUT /emulators/default/state", "application/octet-stream"),
        ("POST /emulators/default/buttons/press", "application/json"),
        ("POST /core/loadstatebuffer", "text/plain"),
        ("POST /mgbaendpoint", "text/plain"),
    ];

    private static readonly string[] Malformed =
    [
        "fffffffffffffffff\r\n", "8000000000000000\r\n", "80000000\r\n", "-1\r\n", "\r\n", "g\r\n", "0x1\r\n", "1\nx", "1\r\nxx\r\n",
    ];

    public static TheoryData<string, string, string> Cases =>
        [.. from reader in Readers from chunk in Malformed select (reader.Request, reader.Type, chunk)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_malformed_chunk_is_refused(string request, string type, string chunk) =>
        Assert.StartsWith("HTTP/1.1 400 ", await AskAsync(request, type, chunk), StringComparison.Ordinal);

    [Fact]
    public async Task A_malformed_chunk_logs_no_error()
    {
        using var log = new ErrorLog();
        bridge.Services.GetRequiredService<ILoggerFactory>().AddProvider(log);
        foreach (var (request, type) in Readers)
        {
            foreach (var chunk in Malformed)
                await AskAsync(request, type, chunk);
        }
        Assert.Empty(log.Lines);
    }

    // Returns the first line of the response.
    private async Task<string> AskAsync(string request, string type, string chunk)
    {
        using var client = new TcpClient();
        var address = bridge.Client.BaseAddress!;
        await client.ConnectAsync(address.Host, address.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes(
            $"{request} HTTP/1.1\r\nHost: {address.Authority}\r\nContent-Type: {type}\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}"),
            TestContext.Current.CancellationToken);
        using var reader = new StreamReader(stream);
        return await reader.ReadLineAsync(TestContext.Current.CancellationToken) ?? "";
    }

    private sealed class ErrorLog : ILoggerProvider, ILogger
    {
        private readonly ConcurrentQueue<string> _lines = new();

        public IReadOnlyCollection<string> Lines => _lines;

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state) where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Error;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> formatter)
        {
            if (IsEnabled(logLevel))
                _lines.Enqueue($"{formatter(state, exception)} {exception}");
        }

        public void Dispose()
        {
        }
    }
}
