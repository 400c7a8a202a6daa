using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Branches;

/// <summary>What tests of branches have in common.</summary>
public abstract class BranchTest(ClockedGame game) : HistoryTest(game)
{
    /// <summary>The working RAM of a GBA up to the 256 KiB that a turn may read: seven eighths of wram, and iwram.</summary>
    protected const string WorkRam =
        """[{"address": "0x02000000", "length": 229376}, {"address": "0x03000000", "length": 32768}]""";

    /// <summary>Runs branches, and returns the response.</summary>
    protected async Task<JsonElement> BranchesAsync(string body)
    {
        using var response = await Client.AskAsync("POST", $"{E}/branches", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        return JsonDocument.Parse(text).RootElement;
    }

    /// <summary>Runs one branch from now, of these JSON members, and returns its end.</summary>
    protected async Task<JsonElement> BranchAsync(string parts) =>
        (await BranchesAsync($$"""{"branches": [{{{parts}}}]}""")).GetProperty("branches")[0];

    /// <summary>Plays a turn.</summary>
    protected async Task<JsonElement> ActAsync(string body)
    {
        using var response = await Client.AskAsync("POST", $"{E}/act", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        return JsonDocument.Parse(text).RootElement;
    }

    /// <summary>Returns what a branch and a turn both observe, as a text.</summary>
    protected static string SeenIn(JsonElement result) => string.Join(
        '\n',
        result.GetProperty("frames"), result.TryGetProperty("met", out var met) ? met : "",
        result.TryGetProperty("held", out var held) ? held : "", result.GetProperty("values"),
        result.GetProperty("png"));
}
