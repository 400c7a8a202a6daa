using System.Runtime.Versioning;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Another program listens at the script's port, or relays its connections: the bridge believes nothing that it sends.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class FalseScriptTests : IAsyncDisposable
{
    private const string Secret = "a-secret-of-both-sides";
    private const string Token = "a-token-for-the-bridge-alone";

    private readonly DirectoryInfo _keys = Directory.CreateTempSubdirectory("bridge-keys-");
    private readonly RealEmulator _emulator = new() { Secret = Secret };

    public async ValueTask DisposeAsync()
    {
        await _emulator.DisposeAsync();
        _keys.Delete(recursive: true);
    }

    [Theory]
    [InlineData("playing")]
    [InlineData("lying")]
    public async Task A_program_of_another_account_is_a_problem_of_its_own(string mode)
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        using var stranger = new ForeignListener(_emulator.Port, mode);
        await stranger.ListensAsync();
        await using var bridge = new BridgeProcess(
            $"--Bridge:Emulators:default:Port={_emulator.Port}", $"--Bridge:KeyFolder={_keys.FullName}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        var told = "";
        await Eventually.HoldsAsync(async () => (told = await client.GetStringAsync("/health"))
            .Contains("\"foreign-script\"", StringComparison.Ordinal), "it is a foreign script");
        Assert.Contains($"belongs to another account ({OtherAccount.User}). The bridge sends it no command. Stop that program", told,
            StringComparison.Ordinal);
        Assert.DoesNotContain("FOREIGN", told, StringComparison.Ordinal);

        using var refused = await client.PutAsync("/emulators/default/memory/0x02000000",
            new StringContent("""{"type": "u8", "value": 1}""", Encoding.UTF8, "application/json"));
        Assert.Equal(503, (int)refused.StatusCode);
        Assert.Contains("#foreign-script", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        using var ready = await client.GetAsync("/health/ready");
        Assert.Equal(503, (int)ready.StatusCode);

        Assert.DoesNotContain('\e', bridge.Output);
        Assert.DoesNotContain(bridge.Output.Split('\n'), line => line.StartsWith("2026-01-01 INF forged", StringComparison.Ordinal));
        var secret = File.ReadLines(Path.Combine(_keys.FullName, $"script-{_emulator.Port}.key")).First();
        Assert.All(stranger.Received, received =>
        {
            Assert.DoesNotContain(secret, received, StringComparison.Ordinal);
            Assert.DoesNotContain("authenticate", received, StringComparison.Ordinal);
            Assert.DoesNotContain("memory", received, StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task A_relay_is_noticed_and_nothing_runs()
    {
        await _emulator.StartAsync();
        await using var counter = new CommandCounter(_emulator);
        using var relay = new RecordingRelay(_emulator.Port);
        await counter.CountsAsync(0, async () =>
        {
            await using var bridge = Start(relay.Port);
            await bridge.ReachesAsync("foreign-script");
            using var refused = await bridge.Client.PostAsync("/emulators/default/reset", null);
            Assert.Equal(503, (int)refused.StatusCode);
            var told = await bridge.Client.GetStringAsync("/health");
            Assert.Contains($"The script listens at 127.0.0.1:{_emulator.Port} instead of 127.0.0.1:{relay.Port}: "
                + "a program in between relays the connection.", told, StringComparison.Ordinal);
            Assert.Contains("Bridge:Emulators:default:ScriptPort", told, StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task A_recorded_hello_is_refused()
    {
        await _emulator.StartAsync();
        using var relay = new RecordingRelay(_emulator.Port);
        await using (var bridge = Start(relay.Port, ("Bridge:Emulators:default:ScriptPort", $"{_emulator.Port}"),
            ("Bridge:Emulators:default:Connections", "1")))
            await bridge.ReachesAsync("running");
        var messages = Encoding.Latin1.GetString(relay.Recorded()).Split("<|END|>").Select(message => message + "<|END|>").ToArray();
        var hello = messages.First(message => message.Contains(" hello ", StringComparison.Ordinal));
        var proof = messages.First(message => message.Contains(" authenticate ", StringComparison.Ordinal));

        await using var counter = new CommandCounter(_emulator);
        await counter.CountsAsync(0, async () =>
        {
            using var replay = await ScriptConnection.OpenAsync(_emulator.Port);
            Assert.Contains(" ok ", await replay.AskAsync(hello), StringComparison.Ordinal);
            var refused = await replay.AskAsync(proof);
            Assert.Contains(" unauthorized ", refused, StringComparison.Ordinal);
            Assert.Contains("The proof is wrong: it was made with another secret, or for another connection.", refused,
                StringComparison.Ordinal);
            await replay.SendAsync("9 reset 0 0\n<|END|>");
            Assert.DoesNotContain("9 ok", await replay.ReadToEndAsync(), StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task A_bridge_of_protocol_2_gets_a_sentence_and_nothing_runs()
    {
        await _emulator.StartAsync();
        await using var counter = new CommandCounter(_emulator);
        await counter.CountsAsync(0, async () =>
        {
            using var old = await ScriptConnection.OpenAsync(_emulator.Port);
            var refused = await old.AskAsync($"1 hello 1 0 2 bridge/default/1f2e {Secret}\n<|END|>");
            Assert.StartsWith("1 unsupported-version ", refused, StringComparison.Ordinal);
            Assert.Contains("version must be 3; got \"2\": update the bridge, or load the lua/bridge.lua that came with it.", refused,
                StringComparison.Ordinal);
            await old.SendAsync("9 reset 0 0\n<|END|>");
            Assert.DoesNotContain("9 ok", await old.ReadToEndAsync(), StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task A_thousand_connections_carry_no_secret_and_no_token()
    {
        await _emulator.StartAsync();
        using var relay = new RecordingRelay(_emulator.Port) { ClosesAfterHello = true };
        await using (Start(relay.Port, ("Bridge:Emulators:default:ScriptPort", $"{_emulator.Port}"),
            ("Bridge:Emulators:default:Connections", "8"), ("Bridge:Tokens:me:Value", Token)))
            await Eventually.HoldsAsync(() => relay.Connections >= 1000, "there were 1,000 connections");
        var bytes = relay.Recorded();
        var text = Encoding.Latin1.GetString(bytes);
        Assert.True(text.Split(" authenticate ").Length > 1000);
        foreach (var hidden in (string[])[Secret, Token])
        {
            Assert.DoesNotContain(hidden, text, StringComparison.OrdinalIgnoreCase);
            Assert.DoesNotContain(Convert.ToHexString(Encoding.ASCII.GetBytes(hidden)), text, StringComparison.OrdinalIgnoreCase);
            Assert.DoesNotContain(Convert.ToBase64String(Encoding.ASCII.GetBytes(hidden)).TrimEnd('='), text, StringComparison.Ordinal);
        }
    }

    private static BridgeHost Start(int port, params (string Name, string Value)[] settings) => new([
        ("Bridge:Emulators:default:Port", $"{port}"), ("Bridge:Emulators:default:Secret", Secret), .. settings]);
}
