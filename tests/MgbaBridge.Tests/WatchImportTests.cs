using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The request of an imported list of watches, and what its response becomes.</summary>
public sealed class WatchImportTests
{
    [Fact]
    public async Task A_list_becomes_watches_and_skipped_lines()
    {
        using var told = new ToldHandler(Answer(201, """
            {
                "watches": [{"id": 3, "name": "lives", "address": "0x00000010", "type": "u8", "value": 5, "domain": "wram", "frame": 1}],
                "skipped": [{"line": 2, "reason": "Floating-point values can't be watched."}]
            }
            """, "application/json"));
        using var client = told.NewClient();
        var imported = await client.Emulator().ImportWatchesAsync("list"u8.ToArray());
        Assert.Equal(new Watch(3, "lives", 5), Assert.Single(imported.Watches));
        Assert.Equal(new SkippedLine(2, "Floating-point values can't be watched."), Assert.Single(imported.Skipped));
        Assert.Equal(["POST /emulators/default/watches/import"], told.Paths);
        Assert.Equal(["list"], told.Bodies);
    }
}
