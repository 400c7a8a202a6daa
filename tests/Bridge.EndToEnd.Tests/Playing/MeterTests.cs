using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The meters of a real emulator, in our own host and in a host that acts like mGBA's window.</summary>
public sealed class MeterTests
{
    [Theory]
    [InlineData]
    [InlineData("--no-idle")]
    public async Task The_meters_show_the_speed_of_the_game_and_the_load_of_the_script(params string[] options)
    {
        await using var game = new TunedGame(options);
        await game.InitializeAsync();
        await Eventually.HoldsAsync(async () => await NumberAsync(game, "windowUsed") is >= 0 and < 0.5, "the usage is known and low");
        await Eventually.HoldsAsync(async () => await NumberAsync(game, "framesPerSecond") > 20, "frames a second");
        Assert.True(await NumberAsync(game, "roundTripMs") > 0);

        using var enough = new CancellationTokenSource();
        var load = Enumerable.Range(0, 16).Select(_ => AskAsync(game.Client, enough.Token)).ToArray();
        await Eventually.HoldsAsync(async () => await NumberAsync(game, "windowUsed") > 0.02, "the usage has increased");
        await enough.CancelAsync();
        await Task.WhenAll(load);

        var requests = (await MetersAsync(game)).GetProperty("requests");
        Assert.Equal(0, requests.GetProperty("failed").GetInt64());
        Assert.InRange(requests.GetProperty("p50Ms").GetDouble(), 0.001, requests.GetProperty("p99Ms").GetDouble());
    }

    private static async Task AskAsync(HttpClient client, CancellationToken enough)
    {
        while (!enough.IsCancellationRequested)
            Assert.Equal("x", await client.GetStringAsync("/mgbaendpoint?message=x", CancellationToken.None));
    }

    private static async Task<double?> NumberAsync(RunningGame game, string name) =>
        (await MetersAsync(game)).GetProperty(name) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : null;

    private static async Task<JsonElement> MetersAsync(RunningGame game) =>
        (await game.Client.GetJsonAsync("/meters")).GetProperty("emulators")[0];
}
