using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>States of a game that was built again, like a ROM hack: the same title, another checksum.</summary>
public sealed class StateOfAnotherBuildTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string States = "/emulators/default/states";

    [Fact]
    public async Task It_is_loaded_only_by_force_and_with_a_warning()
    {
        await LoadRomAsync("buttontest.gba");
        await game.PlaysAsync();
        await game.WriteAsync("0x02000200", 0x2222);
        using (var saved = await game.Client.PutAsync($"{States}/cave", null))
            Assert.Equal(201, (int)saved.StatusCode);
        // Force changes nothing for a state of the same build.
        var own = await game.Client.AskForJsonAsync("POST", $"{States}/cave/load?force=true");
        Assert.False(own.TryGetProperty("warning", out _));

        await LoadRomAsync("revision.gba");
        await game.PlaysAsync();
        await game.WriteAsync("0x02000200", 0x3333);
        using (var refused = await game.Client.AskAsync("POST", $"{States}/cave/load"))
        {
            var (status, anchor, detail) = await RunningGame.RefusalAsync(refused);
            Assert.Equal((404, "unknown-state"), (status, anchor));
            Assert.Contains("another one has; force=true loads that", detail, StringComparison.Ordinal);
        }

        Assert.Equal(0x3333, await game.ReadAsync("0x02000200"));
        var loaded = await game.Client.AskForJsonAsync("POST", $"{States}/cave/load?force=true");
        Assert.Contains("another build", loaded.GetProperty("warning").GetString(), StringComparison.Ordinal);
        Assert.Equal(0x2222, await game.ReadAsync("0x02000200"));
        await game.PlaysAsync();

        using (var unknown = await game.Client.AskAsync("POST", $"{States}/nothing/load?force=true"))
            Assert.Equal((404, "unknown-state"), Short(await RunningGame.RefusalAsync(unknown)));
        await LoadRomAsync("Other Game (USA, Europe).gba");
        using (var other = await game.Client.AskAsync("POST", $"{States}/cave/load?force=true"))
            Assert.Equal((404, "unknown-state"), Short(await RunningGame.RefusalAsync(other)));
    }

    private Task<JsonElement> LoadRomAsync(string name) =>
        game.Client.AskForJsonAsync("POST", "/emulators/default/rom", $$"""{"name": "{{name}}"}""");

    private static (int Status, string Anchor) Short((int Status, string Anchor, string Detail) refusal) =>
        (refusal.Status, refusal.Anchor);
}
