using System.Globalization;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>
/// What Archipelago's client for Link's Awakening does, by its description: it asks for the version, which must be three numbers, splits
/// the status at two blanks and two commas, and drops the last byte of what it reads.
/// </summary>
[Trait("Needs", "host")]
public sealed class LinksAwakeningTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Fact]
    public async Task Its_requests_are_answered_as_it_parses_them()
    {
        await using var door = await RetroArchTests.OpenAsync(game);
        Assert.Matches("^\\d+\\.\\d+\\.\\d+$", (await door.Client.AskAsync("VERSION")).TrimEnd());
        var status = (await door.Client.AskAsync("GET_STATUS")).Split(' ', 3);
        Assert.Equal(["GET_STATUS", "PLAYING"], status[..2]);
        var content = status[2].Split(',', 3);
        Assert.Equal("game_boy", content[0]);
        Assert.Matches("^crc32=[0-9a-f]{1,8}\n$", content[2]);

        // The game's name in its header, its state in work memory, and a byte in high memory.
        Assert.NotEmpty(await ReadAsync(door.Client, 0x0134, 16));
        await WriteAsync(door.Client, 0xC400, 0x5A);
        Assert.Equal([0x5A], await ReadAsync(door.Client, 0xC400, 1));
        await WriteAsync(door.Client, 0xFFC0, 0x12);
        Assert.Equal([0x12], await ReadAsync(door.Client, 0xFFC0, 1));
        var frames = (await ReadAsync(door.Client, 0xC000, 4))[0];
        await game.PlayOnAsync(2);
        Assert.NotEqual(frames, (await ReadAsync(door.Client, 0xC000, 4))[0]);
        Assert.Equal(512, (await ReadAsync(door.Client, 0xD800, 512)).Length);
    }

    private static async Task<byte[]> ReadAsync(RetroArchClient client, int address, int size)
    {
        var reply = await client.AskAsync(string.Create(CultureInfo.InvariantCulture, $"READ_CORE_MEMORY 0x{address:x} {size}\n"));
        var parts = reply[..^1].Split(' ', 3);
        Assert.Equal("READ_CORE_MEMORY", parts[0]);
        Assert.False(parts[2].StartsWith("-1", StringComparison.Ordinal), reply);
        return Convert.FromHexString(parts[2].Replace(" ", "", StringComparison.Ordinal));
    }

    private static async Task WriteAsync(RetroArchClient client, int address, byte value)
    {
        var reply = await client.AskAsync(string.Create(CultureInfo.InvariantCulture, $"WRITE_CORE_MEMORY 0x{address:x} 0x{value:x}"));
        Assert.Equal(["WRITE_CORE_MEMORY", $"{address:x}", "1\n"], reply.Split(' '));
    }
}
