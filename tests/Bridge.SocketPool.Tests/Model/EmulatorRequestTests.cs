using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Model;

/// <summary>Requests that can't be created, or are refused before anything is sent.</summary>
public sealed class EmulatorRequestTests : IAsyncLifetime
{
    private readonly FakeEmulator _fake = new();
    private readonly EmulatorClient _client;

    public EmulatorRequestTests() =>
        _client = new EmulatorClient(
            "default", new EmulatorOptions { Port = _fake.Port, SendQueueBytes = 4 * 1024 * 1024 },
            TimeProvider.System, NullLogger.Instance);

    public async ValueTask InitializeAsync() => await Eventually.HoldsAsync(() => _client.Status.OpenConnections == 2);

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    [InlineData("a b")]
    [InlineData("reset 1 0\n<|END|>2 reset")]
    [InlineData("reset\n")]
    [InlineData("Reset")]
    [InlineData("1reset")]
    [InlineData(".reset")]
    [InlineData("r\u00E9set")]
    [InlineData("r\0")]
    [InlineData("abcdefghijklmnopqrstuvwxyz0123456")]
    public void An_invalid_name_creates_no_command(string? name) =>
        Assert.Throws<ArgumentException>(nameof(name), () => new CommandDescriptor(name!, ReplayCategory.ReadOnly, CommandScope.Read));

    [Fact]
    public void A_request_says_what_its_command_does()
    {
        var command = new CommandDescriptor("abcdefghijklmnopqrstuvwxyz.-0123", ReplayCategory.LastWriteWins, CommandScope.Write);
        var request = command.Request(1, "two");

        Assert.Equal((WireLimits.WordBytes, ReplayCategory.LastWriteWins, 2, 0),
            (request.Command.Length, request.Category, request.ArgumentCount, request.FramesNeeded));
        Assert.Throws<ArgumentOutOfRangeException>(() => command.Request(1, 2, 3, 4, 5, 6));
    }

    [Fact]
    public void A_negative_number_of_frames_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>("FramesNeeded", () => CommandTable.Echo.Request() with { FramesNeeded = -1 });

    [Fact]
    public async Task Any_text_stays_one_argument()
    {
        const string Text = "a b\n<|END|>2 reset 1 0\r\0%20-\u00E9";
        var reply = _client.SendAsync(CommandTable.RegisterGet.Request(Text, "-", "", -1), CancellationToken.None).AsTask();
        var request = await _fake.NextRequestAsync("register.get");
        Assert.Equal([Text, "-", "", "-1"], request.Arguments);
        await request.ReplyAsync();
        (await reply).Dispose();
    }

    // Not as overloaded, because then its caller would try again.
    [Fact]
    public async Task A_payload_over_the_limit_of_the_protocol_is_reported_as_such()
    {
        foreach (var length in (int[])[WireLimits.PayloadBytes + 1, 5 * 1024 * 1024])
        {
            await Assert.ThrowsAsync<ArgumentException>(() => SendAsync(CommandTable.Echo.Request() with { Payload = new byte[length] }));
            await Assert.ThrowsAsync<ArgumentException>(
                () => SendAsync(CommandTable.Echo.Request() with { Text = new string('a', length) }));
        }

        Assert.Contains("must have a command",
            (await Assert.ThrowsAsync<ArgumentException>(() => SendAsync(default))).Message, StringComparison.Ordinal);
        Assert.DoesNotContain(_fake.Commands, request => request.Command is "echo");
    }

    [Fact]
    public async Task Unknown_topics_and_watches_without_an_id_are_refused()
    {
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => _client.Events.SubscribeAsync((EventTopics)8, CancellationToken.None));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(
            () => _client.Events.SetWatchAsync(0, new WatchedPlace(1u, "u8", 1, null, 1)));
    }

    private async Task SendAsync(EmulatorRequest request) =>
        (await _client.SendAsync(request, TestContext.Current.CancellationToken)).Dispose();
}
