using BenchmarkDotNet.Attributes;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.MicroBenchmarks;

/// <summary>A request and its reply over loopback: the cost of the client itself, without HTTP and without a game.</summary>
public class ExchangeBenchmarks
{
    private static readonly CommandDescriptor Echo = CommandTable.Find("echo")!;

    private const int Together = 64;

    // The size of a GBA picture, which is larger than the client's receive buffer.
    private static readonly byte[] Picture = new byte[4 * 240 * 160];

    private readonly Task[] _callers = new Task[Together];
    private EchoPeer _peer = null!;
    private EmulatorClient _client = null!;

    // Synchronous: BenchmarkDotNet doesn't await setup methods in its own process.
    [GlobalSetup]
    public void SetUp()
    {
        _peer = new EchoPeer();
        _client = new EmulatorClient(
            "bench", new EmulatorOptions { Port = _peer.Port, Secret = "bench" }, TimeProvider.System, NullLogger.Instance);
        if (!SpinWait.SpinUntil(() => _client.State == EmulatorState.Running, TimeSpan.FromSeconds(10)))
            throw new InvalidOperationException($"The client is not connected: {_client.LastConnectError?.Message}");
    }

    [GlobalCleanup]
    public void CleanUp()
    {
        _client.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _peer.Dispose();
    }

    /// <summary>Sends one request after the other.</summary>
    [Benchmark]
    public Task One() => AskAsync(1);

    /// <summary>Sends from 64 concurrent callers; the figures are per request.</summary>
    [Benchmark(OperationsPerInvoke = Together * 16)]
    public Task SixtyFour()
    {
        for (var i = 0; i < Together; i++)
            _callers[i] = AskAsync(16);
        return Task.WhenAll(_callers);
    }

    /// <summary>Sends and receives a payload as large as a picture.</summary>
    [Benchmark]
    public async Task Large()
    {
        using var reply = await _client.SendAsync(Echo.Request() with { Payload = Picture }, CancellationToken.None);
    }

    private async Task AskAsync(int times)
    {
        for (var i = 0; i < times; i++)
        {
            using var reply = await _client.SendAsync(Echo.Request() with { Text = "hello" }, CancellationToken.None);
        }
    }
}
