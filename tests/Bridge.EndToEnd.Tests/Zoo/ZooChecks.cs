using System.Security.Cryptography;
using Bridge.EndToEnd.Tests.Playing;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>Checks that apply to every running game, however it was loaded.</summary>
internal sealed class ZooChecks(ZooRun run, ZooGame game)
{
    // mGBA's GBSerializedState.
    private const int GameBoyMachineBytes = 0x11800;

    // In a Super Game Boy state, the command that the game is sending. mGBA 0.10 treats a loaded idle line
    // as the end of a command.
    private static readonly Range SuperCommand = 0xC76A..0xC800;

    private HttpClient Client => run.Client;

    /// <summary>Checks facts, domains, picture and state while the game is held, then that it can be reset.</summary>
    /// <param name="mayBeUnknown">Whether mGBA doesn't tell scripts which file the game came from.</param>
    public async Task PassAsync(bool mayBeUnknown)
    {
        await Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", """{"leaseSeconds": 60, "owner": "the zoo"}""");
        try
        {
            // All of them, so that one failure lists everything that is wrong.
            await Assert.MultipleAsync(() => HasItsFactsAsync(mayBeUnknown), HasItsDomainsAsync, HasItsPictureAsync, StateGoesRoundAsync);
        }
        finally
        {
            (await Client.DeleteAsync("/emulators/default/frames/hold")).Dispose();
        }

        await ResetsAsync();
    }

    /// <summary>Checks the list of domains, and that exactly the bytes from the first to the last of each can be read.</summary>
    public async Task HasItsDomainsAsync()
    {
        var listed = await Client.DomainsAsync();
        Assert.Equal(Lines(run.DomainsOf(game)), Lines(listed));
        var ends = await Client.EndsAsync(listed);
        Assert.Equal("", await Client.BeyondAsync(listed));
        if (game.Save.Kind == ZooSaveKind.Flash && ends.TryGetValue("sram", out var shown))
            Assert.Equal(PresetSave.EndsOf(game), shown);
    }

    private async Task HasItsFactsAsync(bool mayBeUnknown) =>
        ZooFacts.AreTrue((await Client.GetJsonAsync("/emulators/default")).GetProperty("game"), game, mayBeUnknown, run.IsStock);

    private async Task HasItsPictureAsync()
    {
        var picture = new PngPicture(await Client.GetByteArrayAsync("/emulators/default/screen"));
        Assert.Equal(game.PictureSize, (picture.Width, picture.Height));
        // A button-test ROM sets no Game Boy Color palette: its whole picture is white there.
        if (game.Model == "CGB")
            return;
        var pixels = Enumerable.Range(0, picture.Width * picture.Height)
            .Select(pixel => picture[pixel % picture.Width, pixel / picture.Width]);
        Assert.True(pixels.Distinct().Skip(1).Any(), "the picture shows something");
    }

    private async Task StateGoesRoundAsync()
    {
        var saved = await SavedState.GetAsync(Client);
        await Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 3, "buttons": ["A"]}""");
        var later = await SavedState.GetAsync(Client);
        Assert.False(Machine(later).AsSpan().SequenceEqual(Machine(saved)), "the game has continued");
        using (var response = await SavedState.PutAsync(Client, saved.Bytes))
            Assert.True((int)response.StatusCode == 200, await response.Content.ReadAsStringAsync());
        var again = await SavedState.GetAsync(Client);
        Assert.Equal(Sha256(saved), Sha256(again));
    }

    private async Task ResetsAsync()
    {
        var presses = game.CountersAddress + 0x20;
        await Client.WriteAsync(presses, 999);
        Assert.Equal(999, await Client.ReadAsync(presses));
        await Client.AskForJsonAsync("POST", "/emulators/default/reset");
        await Eventually.HoldsAsync(async () => await Client.ReadAsync(presses) == 0, "the counters start again");
        await Eventually.HoldsAsync(async () => await Client.ReadAsync(game.CountersAddress, "u32") > 5, "the frames are counted");
        await Client.EndsAsync(await Client.DomainsAsync());
    }

    private string Sha256(SavedState state) => Convert.ToHexStringLower(SHA256.HashData(Machine(state)));

    private byte[] Machine(SavedState state)
    {
        var machine = state.Bytes[..(game.Platform == "GBA" ? SavedState.MachineBytes : GameBoyMachineBytes)];
        if (game.Model == "SGB")
            machine.AsSpan(SuperCommand).Clear();
        return machine;
    }

    private static string Lines(IEnumerable<KeyValuePair<string, long>> domains) =>
        string.Join('\n', domains.OrderBy(domain => domain.Key, StringComparer.Ordinal).Select(domain => $"{domain.Key}: {domain.Value}"));
}
