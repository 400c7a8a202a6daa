namespace Bridge.Api.Tests.Features.Emulators;

public sealed class SeveralEmulatorsTests : IAsyncDisposable
{
    private readonly FakeEmulator _first = new();
    private readonly FakeEmulator _second = new() { Frame = 77 };

    public async ValueTask DisposeAsync()
    {
        await _first.DisposeAsync();
        await _second.DisposeAsync();
    }

    [Fact]
    public async Task Each_emulator_is_reached_by_its_name()
    {
        await using var bridge = BridgeHost.For(_first.Port, ("Bridge:Emulators:second:Port", $"{_second.Port}"),
            ("Bridge:Emulators:gone:Port", "1"));
        await bridge.ReachesAsync("running");
        await bridge.ReachesAsync("running", "second");

        var list = (await bridge.Client.GetJsonAsync("/emulators")).GetProperty("emulators");
        Assert.Equal(
            ["default running", "gone no-emulator", "second running"],
            list.EnumerateArray()
                .Select(emulator => $"{emulator.GetProperty("name")} {emulator.GetProperty("state")}").Order(StringComparer.Ordinal));
        Assert.Equal("default", list[0].GetProperty("name").GetString());
        Assert.Equal("ready", (await bridge.Client.GetJsonAsync("/health")).GetProperty("status").GetString());

        var asked = bridge.Client.GetJsonAsync("/emulators/second/memory/0");
        await (await _second.NextRequestAsync("memory.get")).ReplyAsync("5");
        Assert.Equal((5, 77), ((await asked).GetProperty("value").GetInt32(), (await asked).GetProperty("frame").GetInt32()));
        Assert.Empty(_first.Commands);
        Assert.Equal("gone", (await bridge.Client.AskForProblemAsync("GET", "/emulators/gone/buttons")).Emulator);
    }

    [Fact]
    public async Task The_hello_contains_the_name_and_no_secret()
    {
        _first.Secret = "open sesame";
        await using var bridge = BridgeHost.For(_first.Port, ("Bridge:Emulators:default:Secret", "open sesame"));
        await bridge.ReachesAsync("running");
        Assert.All(_first.Received.Where(request => request.Command == "hello"), hello =>
        {
            Assert.Equal(ScriptProof.Version, hello.Arguments[0]);
            Assert.Matches("^bridge/default/[0-9a-f]{4}$", hello.Arguments[1]);
            Assert.Matches("^[0-9a-f]{32}$", hello.Arguments[2]);
        });
        Assert.Single(_first.Received.Where(request => request.Command == "hello").Select(hello => hello.Arguments[1]).Distinct());
    }
}
