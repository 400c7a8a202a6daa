using Bridge.RawListener.Input;
using Bridge.RawListener.Model;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>Messages without an end at the raw listener, whose memory is limited.</summary>
public sealed class UnfinishedInputTests : IAsyncLifetime
{
    private const int MaxClients = 12;
    private const int MaxBytes = MaxClients * InputMemory.MediumBytes;

    // Two of these need a medium buffer, six a long one.
    private const int ChunkBytes = 60_000;

    private readonly ServedSocket _served = new($"--Bridge:Emulators:default:Port={FreePort.Take()}");
    private readonly List<RawClient> _clients = [];
    private long _held;

    public async ValueTask InitializeAsync() => await _served.ServeAsync(
        host => host with { TryHoldInput = TryHold }, new RawOptions { Patience = TimeSpan.FromMinutes(1) });

    public async ValueTask DisposeAsync()
    {
        await _served.DisposeAsync();
        Assert.Equal(0, Volatile.Read(ref _held));
        _clients.ForEach(client => client.Dispose());
    }

    [Fact]
    public async Task Input_beyond_the_limit_is_refused_others_are_served_and_the_memory_is_returned()
    {
        for (var i = 0; i < MaxClients; i++)
            await SendUnfinishedAsync(chunks: 2);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == MaxBytes);
        var refused = await SendUnfinishedAsync(chunks: 2);
        Assert.Equal("overloaded", Assert.Single(await refused.EndsAsync()).Word);

        Assert.Equal("not-found", (await (await ConnectAsync()).AskAsync("no.such.command")).Word);

        _clients[0].Dispose();
        // An empty command sends only the end of the unfinished one.
        foreach (var client in _clients[1..MaxClients])
            Assert.Equal("not-found", (await client.AskAsync("")).Word);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == 0);
    }

    [Fact]
    public async Task A_short_remainder_after_a_long_message_uses_no_long_buffer()
    {
        var client = await SendUnfinishedAsync(chunks: 6);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == InputMemory.LongBytes);
        await client.SendRawAsync("<|END|>ech");
        Assert.Equal("not-found", (await client.ReplyAsync()).Word);
        await Eventually.HoldsAsync(() => Volatile.Read(ref _held) == 0);
        // The remainder and this text are one command.
        Assert.Contains("echo.not", (await client.AskAsync("o.not\n")).Payload, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1024, "ok")]
    [InlineData(1025, "bad-request")]
    public async Task A_first_hello_has_a_short_payload(int bytes, string word)
    {
        using var client = await RawClient.ConnectAsync(_served.Path);
        Assert.Equal(word, (await client.AskAsync($"hello 1\n{new string('x', bytes)}")).Word);
        if (word == "ok")
            Assert.Equal("not-found", (await client.AskAsync("no.such.command")).Word);
        else
            Assert.Empty(await client.EndsAsync());
    }

    [Fact]
    public async Task A_first_hello_that_never_ends_is_refused()
    {
        using var client = await RawClient.ConnectAsync(_served.Path);
        await client.SendRawAsync($"hello 1\n{new string('x', 3000)}");
        Assert.Equal("bad-request", Assert.Single(await client.EndsAsync()).Word);
    }

    [Theory]
    [InlineData(1, 256)]
    [InlineData(257, 512)]
    [InlineData(4096, 4096)]
    [InlineData(4097, 256 * 1024)]
    [InlineData((256 * 1024) + 1, 2304 * 1024)]
    [InlineData(2 * 1024 * 1024, 2304 * 1024)]
    public void Buffers_have_only_a_few_sizes(int bytes, int size) => Assert.Equal(size, InputMemory.SizeFor(bytes));

    private async Task<RawClient> ConnectAsync()
    {
        var client = await RawClient.ConnectWithHelloAsync(_served.Path);
        _clients.Add(client);
        return client;
    }

    // Neither the line nor the payload of this message is refused before its end.
    private async Task<RawClient> SendUnfinishedAsync(int chunks)
    {
        var client = await ConnectAsync();
        await client.SendRawAsync($"no.such.long.command\n{new string('x', chunks * ChunkBytes)}");
        return client;
    }

    // The listener asks for a new total. One that is not above the old one is always granted.
    private bool TryHold(long totalBytes)
    {
        if (totalBytes > MaxBytes && totalBytes > Volatile.Read(ref _held))
            return false;
        Volatile.Write(ref _held, totalBytes);
        return true;
    }
}
