using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>A list of BizHawk's RAM Watch (.wch) is imported into the real game.</summary>
public sealed class WatchImportTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Path = "/emulators/default/watches";

    [Fact]
    public async Task A_list_is_watched_in_the_game()
    {
        // emulator/rom/README.md: the ROM counts presses of R from 0x02000020 on.
        var counter = 0x20 + (2 * (int)Button.R);
        var before = await game.PressesAsync(Button.R);
        // Columns: hexadecimal address, size (b, w), display (u: unsigned), big-endian (0, 1), memory domain, note. S is a separator.
        var imported = await ImportAsync($"""
            SystemID GBA
            {counter:X}\tw\tu\t0\tEWRAM\tpresses: R
            0\tS\t_\t1\t\t
            {counter:X}\tw\tu\t0\tCombined WRAM\tcopy
            40000\tb\tu\t0\tEWRAM\tpast the end
            0\tb\tu\t0\tHRAM\tof a Game Boy
            0\tb\tu\t0\tBIOS\tunknown
            """);
        var watches = imported.GetProperty("watches").EnumerateArray().ToArray();
        Assert.Equal([$"presses_ R: {before} in wram", $"copy: {before} in bus"], watches.Select(watch =>
            $"{watch.GetProperty("name")}: {watch.GetProperty("value")} in "
            + (watch.TryGetProperty("domain", out var domain) ? domain.GetString() : "bus")));
        var skipped = imported.GetProperty("skipped").EnumerateArray().ToArray();
        Assert.Equal([5, 6, 7], skipped.Select(line => line.GetProperty("line").GetInt32()));
        Assert.All(skipped, line => Assert.EndsWith(".", line.GetProperty("reason").GetString(), StringComparison.Ordinal));

        using var events = await LiveEvents.OpenAsync(game.Client, $"?topics=watch&watches={watches[0].GetProperty("id")}");
        await game.PressAsync("R");
        var told = (await events.ReadAsync())!.Json;
        Assert.Equal(("presses_ R", before + 1), (told.GetProperty("name").GetString(), told.GetProperty("value").GetInt64()));
    }

    // In the list, \t stands for a tab.
    private async Task<JsonElement> ImportAsync(string list)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(list.Replace(@"\t", "\t", StringComparison.Ordinal)));
        content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        using var response = await game.Client.PostAsync(new Uri($"{Path}/import", UriKind.Relative), content);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 201, text);
        return JsonDocument.Parse(text).RootElement;
    }
}
