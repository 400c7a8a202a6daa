using System.Diagnostics.Metrics;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Loop;
using Bridge.RawListener.Model;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>Messages without an end at the raw listener, whose memory is limited.</summary>
public sealed class UnfinishedInputTests : IAsyncLifetime
{
    private const int MaxBytes = 12 * InputMemory.MediumBytes;
    private const int ChunkBytes = 60_000;
    private const string Hello = "hello 1<|END|>";

    private readonly ScriptedClients _clients = new();
    private readonly Meter _meter = new("test");
    private readonly WebApplication _services;
    private readonly RawEventLoop _loop;
    private long _held;

    public UnfinishedInputTests()
    {
        var builder = WebApplication.CreateSlimBuilder([$"--Bridge:Emulators:default:Port={FreePort.Take()}"]);
        builder.AddBridge();
        _services = builder.Build();
        var host = _services.Services.GetRequiredService<RawHost>() with { TryHoldInput = TryHold };
        _loop = new RawEventLoop(
            new ScriptedSystem(_clients), host, new RawOptions(), new RawMeters(_meter), new FakeTime(), NullLogger.Instance);
    }

    public ValueTask InitializeAsync()
    {
        new Thread(() => _loop.Run([ScriptedClients.Listener], () => { })) { IsBackground = true }.Start();
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        _loop.Abort();
        await _loop.Completion.WaitAsync(Eventually.Patience);
        Assert.Equal(0, Volatile.Read(ref _held));
        await _services.DisposeAsync();
        _meter.Dispose();
    }

    [Fact]
    public async Task Input_beyond_the_limit_is_refused_others_are_served_and_the_memory_is_returned()
    {
        for (var client = 11; client <= 22; client++)
            await SendUnfinishedAsync(client, chunks: 2);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == MaxBytes);
        await SendUnfinishedAsync(30, chunks: 2);
        await _clients.HearsAsync(30, "overloaded -1");
        await _clients.IsClosedAsync(30);

        _clients.Say(31, Hello);
        _clients.Say(31, "no.such.command<|END|>");
        await _clients.HearsAsync(31, "not-found");

        _clients.Fail("Receive", socket: 11);
        for (var client = 11; client <= 22; client++)
            _clients.Say(client, "<|END|>");
        await _clients.IsClosedAsync(11);
        for (var client = 12; client <= 22; client++)
            await _clients.HearsAsync(client, "not-found");
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == 0);
    }

    [Fact]
    public async Task A_short_remainder_after_a_long_message_uses_no_long_buffer()
    {
        await SendUnfinishedAsync(1, chunks: 6);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == InputMemory.LongBytes);
        _clients.Say(1, "<|END|>ech");
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == 0);
        _clients.Say(1, "o.not\n<|END|>");
        await _clients.HearsAsync(1, "echo.not");
    }

    [Theory]
    [InlineData(1024, "ok")]
    [InlineData(1025, "bad-request")]
    public async Task A_first_hello_has_a_short_payload(int bytes, string word)
    {
        _clients.Say(1, $"hello 1\n{new string('x', bytes)}<|END|>");
        await _clients.HearsAsync(1, word);
        if (word == "ok")
            Assert.False(_clients.IsClosed(1));
        else
            await _clients.IsClosedAsync(1);
    }

    [Fact]
    public async Task A_first_hello_that_never_ends_is_refused()
    {
        _clients.Say(1, $"hello 1\n{new string('x', 3000)}");
        await _clients.HearsAsync(1, "bad-request");
        await _clients.IsClosedAsync(1);
    }

    [Theory]
    [InlineData(1, 256)]
    [InlineData(257, 512)]
    [InlineData(4096, 4096)]
    [InlineData(4097, 256 * 1024)]
    [InlineData((256 * 1024) + 1, 2304 * 1024)]
    [InlineData(2 * 1024 * 1024, 2304 * 1024)]
    public void Buffers_have_only_a_few_sizes(int bytes, int size) => Assert.Equal(size, InputMemory.SizeFor(bytes));

    // Neither the line nor the payload of this message is refused before its end.
    private async Task SendUnfinishedAsync(int client, int chunks)
    {
        _clients.Say(client, Hello);
        await _clients.HearsAsync(client, "ok");
        _clients.Say(client, "no.such.long.command\n");
        for (var i = 0; i < chunks; i++)
            _clients.Say(client, new string('x', ChunkBytes - 11));
    }

    private bool TryHold(long bytes)
    {
        if (bytes > MaxBytes && bytes > Volatile.Read(ref _held))
            return false;
        Volatile.Write(ref _held, bytes);
        return true;
    }
}
