using System.Net;
using System.Net.Sockets;
using Bridge.Api.Features.Emulators;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>Scripts on the ports where the bridge looks become emulators while it runs.</summary>
public sealed class DiscoveryTests : IAsyncDisposable
{
    private readonly FakeEmulator _first = new();
    private readonly FakeEmulator _second = new() { Frame = 77 };

    public async ValueTask DisposeAsync()
    {
        await _first.DisposeAsync();
        await _second.DisposeAsync();
    }

    [Fact]
    public async Task A_script_on_another_port_is_found()
    {
        await using var bridge = BridgeHost.For(_first.Port, ("Bridge:DiscoveryPorts:0", $"{_second.Port}"));

        await Eventually.HoldsAsync(async () => await NamesAsync(bridge) == "default running, window2 running", "both are listed");

        var asked = bridge.Client.GetJsonAsync("/emulators/window2/memory/0");
        await (await _second.NextRequestAsync("memory.get")).ReplyAsync("5");
        Assert.Equal(77, (await asked).GetProperty("frame").GetInt32());
        Assert.Empty(_first.Commands);
    }

    [Fact]
    public async Task A_program_other_than_the_script_is_not_added()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        await using var bridge = BridgeHost.For(_first.Port, ("Bridge:DiscoveryPorts:0", $"{port}"));
        await bridge.ReachesAsync("running");

        // The first connection only looks whether something listens; the hello comes over the second.
        for (var i = 0; i < 2; i++)
            (await listener.AcceptTcpClientAsync()).Dispose();

        Assert.Equal("default running", await NamesAsync(bridge));
        Assert.Contains("the emulators are default",
            (await bridge.Client.AskForProblemAsync("GET", "/emulators/window2/buttons")).Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_configured_emulator_is_not_found_again()
    {
        await using var bridge = BridgeHost.For(_first.Port, ("Bridge:DiscoveryPorts:0", $"{_first.Port}"),
            ("Bridge:DiscoveryPorts:1", $"{_second.Port}"));

        await Eventually.HoldsAsync(async () => await NamesAsync(bridge) == "default running, window3 running", "both are listed");
    }

    [Fact]
    public async Task Without_configured_emulators_the_other_ports_of_scripts_are_searched()
    {
        await using var bridge = new BridgeHost();

        Assert.Equal(Enumerable.Range(8889, 7), bridge.Services.GetRequiredService<DirectoryOptions>().DiscoveryPorts);
    }

    private static async Task<string> NamesAsync(BridgeHost bridge) => string.Join(", ",
        (await bridge.Client.GetJsonAsync("/emulators")).GetProperty("emulators").EnumerateArray()
        .Select(emulator => $"{emulator.GetProperty("name")} {emulator.GetProperty("state")}"));
}
