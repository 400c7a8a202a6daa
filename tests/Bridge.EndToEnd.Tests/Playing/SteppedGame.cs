using System.Globalization;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Holds, steps and releases a game.</summary>
internal static class SteppedGame
{
    private const string Hold = "/emulators/default/frames/hold";

    /// <summary>Holds the game, by default for longer than a test may take; the response has the lease.</summary>
    public static Task<JsonElement> HoldAsync(this RunningGame game, double seconds = 120, bool exclusive = false) =>
        game.Client.AskForJsonAsync("POST", Hold,
            string.Create(CultureInfo.InvariantCulture,
                $$"""{"leaseSeconds": {{seconds}}, "exclusive": {{(exclusive ? "true" : "false")}}, "owner": "a test"}"""));

    /// <summary>Releases the game, if it is held.</summary>
    public static async Task ReleaseAsync(this RunningGame game) => (await game.Client.DeleteAsync(Hold)).Dispose();

    /// <summary>Steps the game; the status must be 200.</summary>
    public static Task<JsonElement> StepAsync(this RunningGame game, int frames, params string[] buttons) =>
        game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", Step(frames, buttons));

    /// <summary>Steps the game and returns the response, whatever its status.</summary>
    public static async Task<(int Status, string Text)> TryStepAsync(this RunningGame game, int frames, params string[] buttons)
    {
        using var response = await game.Client.AskAsync("POST", "/emulators/default/frames/step", Step(frames, buttons));
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    /// <summary>Returns whether the game is held, for how long, and how many steps wait.</summary>
    public static Task<JsonElement> HoldStateAsync(this RunningGame game) => game.Client.GetJsonAsync(Hold);

    /// <summary>Returns the number of frames that the ROM has counted.</summary>
    public static Task<long> CountedAsync(this RunningGame game) => game.ReadAsync("0x02000000", "u32");

    private static string Step(int frames, string[] buttons) =>
        $$"""{"frames": {{frames}}, "buttons": [{{string.Join(", ", buttons.Select(name => $"\"{name}\""))}}]}""";
}
