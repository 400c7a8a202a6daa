using System.Net.Sockets;
using Bridge.Testing.Zoo.Games;
using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>A client that stays while the game changes, and while the emulator restarts.</summary>
[Trait("Needs", "host")]
public sealed class BizHawkLossTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task A_client_stays_through_a_reset_another_ROM_and_a_restart_of_the_emulator()
    {
        var door = await game.Game.OpenDoorAsync("bizhawk", FreePort.Take());
        using var client = await ConnectorClient.ConnectAsync(door.Address!);
        Assert.Equal("1", await client.AskAsync("VERSION"));
        var hash = await client.AskAsync("[{\"type\": \"HASH\"}]");

        await game.Game.ResetAsync();
        // The ROM writes the bytes 0, 1, 2 … there when it starts; AAE= is 0 and 1.
        await AnswersAsync(client, Read("EWRAM", 0x100, 2), "AAE=");
        Assert.Equal(hash, await client.AskAsync("[{\"type\": \"HASH\"}]"));

        SensorGames.Light.WriteTo(game.RomFolder);
        await game.Game.LoadRomAsync(SensorGames.Light.Name);
        await Eventually.HoldsAsync(async () => await PollAsync(client, Plain("HASH")) is var other && other != hash
            && other.Contains("HASH_RESPONSE", StringComparison.Ordinal), "the hash is that of the other ROM");

        await game.Emulator.KillAsync();
        await client.SendAsync("[{\"type\": \"PING\"}]\n");
        await client.EndsAsync();
        await game.Emulator.StartAsync();
        using var next = await ConnectorClient.ReconnectAsync(door.Address!);
        await AnswersAsync(next, Read("EWRAM", 0x100, 2), "AAE=");
        Assert.Equal(hash, await next.AskAsync("[{\"type\": \"HASH\"}]"));
        await game.Game.CloseDoorAsync("bizhawk");
        await next.EndsAsync();
    }

    [Fact]
    public async Task Without_a_game_a_client_waits_and_is_closed()
    {
        var door = await game.Game.OpenDoorAsync("bizhawk", FreePort.Take());
        await game.Emulator.KillAsync();
        await Eventually.HoldsAsync(async () => (await game.Client.GetJsonAsync("/emulators/default"))
            .GetProperty("state").GetString() == "no-emulator", "the bridge knows that it is gone");
        using (var client = await ConnectorClient.ConnectAsync(door.Address!))
        {
            await client.SendAsync("VERSION\n");
            Assert.Null(await client.ReceiveAsync());
        }

        using var patient = await ConnectWhenListeningAsync(door.Address!);
        await patient.SendAsync("VERSION\n");
        await game.Emulator.StartAsync();
        // A slow machine may start the emulator after the four seconds for which the bridge lets a client wait.
        if (await patient.ReceiveAsync() != "1")
        {
            using var next = await ConnectorClient.ReconnectAsync(door.Address!);
        }

        await game.Game.CloseDoorAsync("bizhawk");
    }

    private static async Task<ConnectorClient> ConnectWhenListeningAsync(string address)
    {
        ConnectorClient? client = null;
        await Eventually.HoldsAsync(async () =>
        {
            try
            {
                client = await ConnectorClient.ConnectAsync(address);
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        }, "the port listens again");
        return client!;
    }

    private static Task<string> PollAsync(ConnectorClient client, string request) => client.AskAsync($"[{request}]");

    private static Task AnswersAsync(ConnectorClient client, string request, string value) => Eventually.HoldsAsync(
        async () => await PollAsync(client, request) == $$"""[{"type":"READ_RESPONSE","value":"{{value}}"}]""", $"{request} gives {value}");
}
