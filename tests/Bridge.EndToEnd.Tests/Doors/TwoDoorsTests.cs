using System.Buffers.Binary;
using System.Text.Json;
using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>
/// Clients of two doors and of HTTP at once. Each writes numbers at an address of its own, and reads back its own ones, whatever another
/// one does wrong in the meantime.
/// </summary>
[Trait("Needs", "host")]
public sealed class TwoDoorsTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const uint MinRounds = 200;

    private string _bizHawk = "";
    private RetroArchTests.OpenDoor? _retroArch;

    private RetroArchTests.OpenDoor RetroArch => _retroArch!;

    public async ValueTask InitializeAsync()
    {
        _bizHawk = (await game.Game.OpenDoorAsync("bizhawk", FreePort.Take())).Address!;
        _retroArch = await RetroArchTests.OpenAsync(game);
    }

    public async ValueTask DisposeAsync()
    {
        await game.Game.CloseDoorAsync("bizhawk");
        await RetroArch.DisposeAsync();
        await game.PlayOnAsync(2);
    }

    [Fact]
    public async Task All_have_their_own_replies()
    {
        using var client = await ReconnectAsync(_bizHawk);
        await Task.WhenAll(RepeatAsync(BizHawkRound(client)), RepeatAsync(RetroArchRound()), RepeatAsync(HttpRound()));
    }

    [Fact]
    public async Task Lines_without_an_end_disturb_no_other_door()
    {
        var disturbance = SendEndlessLinesAsync();
        await Task.WhenAll(RepeatAsync(RetroArchRound(), disturbance), RepeatAsync(HttpRound(), disturbance));
        await disturbance;
    }

    [Fact]
    public async Task A_client_that_does_not_read_disturbs_no_other_door()
    {
        var disturbance = SendWithoutReadingAsync();
        await Task.WhenAll(RepeatAsync(RetroArchRound(), disturbance), RepeatAsync(HttpRound(), disturbance));
        await disturbance;
    }

    [Fact]
    public async Task A_flood_of_datagrams_disturbs_no_other_door()
    {
        using var client = await ReconnectAsync(_bizHawk);
        var disturbance = FloodAsync();
        await Task.WhenAll(RepeatAsync(BizHawkRound(client), disturbance), RepeatAsync(HttpRound(), disturbance));
        await disturbance;
    }

    private static async Task RepeatAsync(Func<uint, Task> round, Task? disturbance = null)
    {
        // Not on the thread of the disturbance.
        await Task.Yield();
        for (var number = 0u; number < MinRounds || disturbance is { IsCompleted: false }; number++)
            await round(number);
    }

    private static Func<uint, Task> BizHawkRound(ConnectorClient client)
    {
        var latest = 0u;
        return async number =>
        {
            var bytes = BytesOf(number);
            var replies = await client.RunAsync(
                Write("EWRAM", 0x10000, bytes), Guard("EWRAM", 0x10000, bytes), Read("EWRAM", 0x10000, 4), Read("EWRAM", 0, 4));
            Assert.Equal(["WRITE_RESPONSE", "GUARD_RESPONSE", "READ_RESPONSE", "READ_RESPONSE"],
                replies.Select(reply => reply.GetProperty("type").GetString()));
            Assert.True(replies[1].GetProperty("value").GetBoolean());
            Assert.Equal(number, NumberOf(replies[2]));
            // The game's counter of frames.
            Assert.InRange(NumberOf(replies[3]), latest, uint.MaxValue);
            latest = NumberOf(replies[3]);
        };
    }

    private Func<uint, Task> RetroArchRound() => async number =>
    {
        var bytes = string.Join(' ', BytesOf(number).Select(value => $"{value:X2}"));
        Assert.Equal("WRITE_CORE_MEMORY 2020000 4\n", await RetroArch.Client.AskAsync($"WRITE_CORE_MEMORY 2020000 {bytes}"));
        Assert.Equal($"READ_CORE_MEMORY 2020000 {bytes}\n", await RetroArch.Client.AskAsync("READ_CORE_MEMORY 2020000 4"));
    };

    private Func<uint, Task> HttpRound() => async number =>
    {
        await game.WriteAsync("0x02030000", number, "u32");
        Assert.Equal(number, await game.ReadAsync("0x02030000", "u32"));
    };

    private async Task SendEndlessLinesAsync()
    {
        for (var i = 0; i < 20; i++)
        {
            using var client = await ReconnectAsync(_bizHawk);
            await Assert.ThrowsAsync<IOException>(async () =>
            {
                for (var j = 0; j < 100_000; j++)
                    await client.SendAsync(new string('[', 1024));
            });
        }
    }

    private async Task SendWithoutReadingAsync()
    {
        using var client = await ReconnectAsync(_bizHawk);
        await Assert.ThrowsAsync<IOException>(async () =>
        {
            for (var i = 0; i < 1_000_000; i++)
                await client.SendAsync($"[{Read("EWRAM", 0, 45_000)}]\n");
        });
    }

    private async Task FloodAsync()
    {
        await Task.Yield();
        using var flood = new RetroArchClient(RetroArch.Port);
        for (var i = 0; i < 5_000; i++)
        {
            await flood.SendAsync("READ_CORE_MEMORY 2000000 9999");
            await flood.SendAsync(new string('x', 20_000));
        }
    }

    private static byte[] BytesOf(uint number)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, number);
        return bytes;
    }

    private static uint NumberOf(JsonElement reply) =>
        BinaryPrimitives.ReadUInt32LittleEndian(reply.GetProperty("value").GetBytesFromBase64());
}
