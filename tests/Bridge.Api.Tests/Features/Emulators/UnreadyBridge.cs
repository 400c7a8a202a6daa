using System.Net;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>The responses of a bridge whose emulator can't be reached.</summary>
internal static class UnreadyBridge
{
    // Far less than a deadline (5 s): the bridge answers known states at once.
    private static readonly TimeSpan AtOnce = TimeSpan.FromSeconds(1);

    private static readonly (string Method, string Path, string? Body)[] Commands =
    [
        ("GET", "/mgbaendpoint?message=x", null), ("GET", "/emulators/default/memory", null),
        ("GET", "/emulators/default/memory/0x02000000", null),
        ("PUT", "/emulators/default/memory/0x02000000", """{"value": 1}"""), ("GET", "/emulators/default/buttons", null),
        ("PUT", "/emulators/default/buttons", """{"buttons": []}"""), ("DELETE", "/emulators/default/buttons", null),
        ("POST", "/emulators/default/buttons/press", """{"buttons": ["A"]}"""), ("GET", "/emulators/default/buttons/press?buttons=A", null),
        ("GET", "/emulators/default/screen", null), ("POST", "/emulators/default/reset", null),
    ];

    /// <summary>Returns the advice of health for the first emulator.</summary>
    public static async Task<string> AdviceAsync(this BridgeHost bridge) =>
        (await bridge.Client.GetJsonAsync("/health")).GetProperty("emulators")[0].GetProperty("next").GetString()!;

    /// <summary>Checks what health reports for this state, and that every command is refused at once with it.</summary>
    public static async Task RefusesEverythingAsync(this BridgeHost bridge, string state, params string[] next)
    {
        await bridge.ReachesAsync(state);
        foreach (var (method, path, body) in Commands.Append(("GET", "/health/ready", null)))
        {
            var start = TimeProvider.System.GetTimestamp();
            var problem = await bridge.Client.AskForProblemAsync(method, path, body);
            Assert.InRange(TimeProvider.System.GetElapsedTime(start), TimeSpan.Zero, AtOnce);
            problem.Is(503, state, null);
            Assert.True(problem.SafeToRepeat);
        }

        var health = await bridge.Client.GetJsonAsync("/health");
        var emulator = health.GetProperty("emulators")[0];
        Assert.Equal("unready", health.GetProperty("status").GetString());
        Assert.Equal(state, emulator.GetProperty("state").GetString());
        Assert.EndsWith($"#{state}", emulator.GetProperty("problem").GetProperty("type").GetString(), StringComparison.Ordinal);
        var sentence = emulator.GetProperty("next").GetString()!;
        Assert.All(next, words => Assert.Contains(words, sentence, StringComparison.Ordinal));
        // One sentence: the dots of mGBA's menus and of addresses do not end it.
        Assert.Single(sentence.Replace("...", "", StringComparison.Ordinal).Split(". "));
        Assert.EndsWith(".", sentence, StringComparison.Ordinal);
        Assert.Equal(sentence, emulator.GetProperty("problem").GetProperty("advice").GetString());
        Assert.Equal(HttpStatusCode.OK, (await bridge.Client.GetAsync("/health/live")).StatusCode);
    }
}
