using System.Text.Json;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>What tests of the history and of movies have in common: a held game, random buttons, and what is refused.</summary>
public abstract class HistoryTest(ClockedGame game)
{
    protected const string E = "/emulators/default";

    private static readonly string[] Buttons = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down"];

    // What ResetSaveOrLoadAsync saved; null before.
    private byte[]? _state;

    protected ClockedGame Game => game;

    protected HttpClient Client => game.Client;

    /// <summary>Holds the game that runs.</summary>
    protected Task<GameHold> HoldAsync(bool exclusive = false) => game.Game.HoldAsync(TimeSpan.FromMinutes(10), exclusive);

    /// <summary>Holds the game, and loads another one.</summary>
    protected async Task<GameHold> HoldAsync(ZooGame played)
    {
        foreach (var file in played.Files)
            file.WriteTo(game.RomFolder);
        var held = await HoldAsync();
        await game.Game.LoadRomAsync(played.FileName);
        return held;
    }

    /// <summary>Returns the names of random buttons, a quarter of them on average, joined by +.</summary>
    protected static string ButtonsOf(Random random)
    {
        var mask = random.Next(1 << Buttons.Length) & random.Next(1 << Buttons.Length);
        return string.Join('+', Buttons.Where((_, bit) => (mask >> bit & 1) == 1));
    }

    /// <summary>Resets the game in one of these frames, saves it in another, and returns to that in the third.</summary>
    protected async Task ResetSaveOrLoadAsync(int frame, int reset, int save, int load)
    {
        if (frame == reset)
            await game.Game.ResetAsync();
        if (frame == save)
            _state = await game.Game.GetStateAsync();
        if (frame == load)
            await game.Game.RestoreAsync(_state!);
    }

    /// <summary>Returns the present frame of the history, and its last one, which is later after a rewind.</summary>
    protected async Task<(long Now, long To)> HistoryAsync()
    {
        var history = await Client.GetJsonAsync($"{E}/history");
        return (history.GetProperty("now").GetInt64(), history.GetProperty("to").GetInt64());
    }

    /// <summary>Returns the present and the last frame of the history, and the first 4 KiB of the game's memory.</summary>
    protected async Task<(long Now, long To, string Memory)> GameNowAsync()
    {
        var (now, to) = await HistoryAsync();
        return (now, to, Convert.ToHexString(await game.Game.ReadBytesAsync(0x02000000, 0x1000)));
    }

    /// <summary>
    /// Writes a movie, or begins or stops its recording. The path is the movie's name, with /stop to stop it.
    /// </summary>
    protected async Task<JsonElement> MovieAsync(string path, string? body = null)
    {
        using var response = await Client.AskAsync("POST", $"{E}/movies/{path}", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        return JsonDocument.Parse(text).RootElement;
    }

    /// <summary>Fails unless the request is refused with this status and these words.</summary>
    /// <returns>The problem's anchor.</returns>
    protected async Task<string> RefusesAsync(string path, string body, int status, string words)
    {
        using var response = await Client.AskAsync("POST", E + path, body);
        var (got, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.True(status == got, detail);
        Assert.Contains(words, detail, StringComparison.Ordinal);
        return anchor;
    }
}
