namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>A script that was started with a secret.</summary>
public sealed class SecretTests
{
    private const string Secret = "not-to-be-told-to-anybody";

    [Theory]
    [InlineData(Secret, "running")]
    [InlineData("not-to-be-told-to-anybodx", "wrong-secret")]
    [InlineData("", "wrong-secret")]
    public async Task Only_a_bridge_with_the_secret_drives_the_game_and_nobody_reveals_it(string known, string state)
    {
        await using var emulator = new RealEmulator { Secret = Secret };
        await emulator.StartAsync();
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={emulator.Port}",
            $"--Bridge:Emulators:default:Secret={known}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        var told = "";
        await Eventually.HoldsAsync(async () => (told = await client.GetStringAsync("/emulators/default"))
            .Contains($"\"{state}\"", StringComparison.Ordinal), $"it is {state}");
        using var answered = await client.GetAsync("/mgbaendpoint?message=hello");
        told += await answered.Content.ReadAsStringAsync();
        Assert.Equal(state == "running" ? 200 : 503, (int)answered.StatusCode);

        // A manual connection to the script gets no more information.
        using var stranger = await ScriptConnection.OpenAsync(emulator.Port);
        var answer = await stranger.AskAsync(ScriptProof.Hello("me"));
        answer += await stranger.AskAsync(ScriptProof.Answer(answer, "me", Secret + "x"));
        Assert.Contains("1 unauthorized ", answer, StringComparison.Ordinal);
        Assert.All((string[])[told, answer, bridge.Output, emulator.Output],
            text => Assert.DoesNotContain(Secret[..20], text, StringComparison.Ordinal));
    }
}
