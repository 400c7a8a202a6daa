using Bridge.EndToEnd.Tests.Safety.States;
using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>The connector's domains of the Game Boy.</summary>
[Trait("Needs", "host")]
public sealed class BizHawkGameBoyTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Fact]
    public async Task A_Game_Boy_has_its_domains()
    {
        using var client = await ConnectorClient.ConnectAsync((await game.Game.OpenDoorAsync("bizhawk", FreePort.Take())).Address!);
        Assert.Equal("""[{"type":"SYSTEM_RESPONSE","value":"GB"}]""", await client.AskAsync("[{\"type\": \"SYSTEM\"}]"));
        Assert.Equal((int[])[0x2000, 0x2000, 0xA0, 0x7F, 0x8000, 0x10000, 0x2000], await BizHawkDomainSizes.OfAsync(client));
        // On the bus, WRAM is at 0xC000 and again at 0xE000, CartRAM at 0xA000. From 0xFEA0 on is no memory, which reads as 0xFF.
        var replies = await client.RunAsync(
            Write("WRAM", 0x1A6E, 1, 2), Write("CartRAM", 0x1000, 3), Write("HRAM", 0x10, 4), Guard("System Bus", 0xDA6E, 1, 2),
            Read("System Bus", 0xDA6E, 2), Read("System Bus", 0xFA6E, 1), Read("System Bus", 0xB000, 1), Read("HRAM", 0x10, 1),
            Read("ROM", 0x147, 1), Read("System Bus", 0xFE9F, 3), Write("System Bus", 0x2000, 1));
        // The values in base64: 1 and 2; 1; 3; 4; 3, the kind of cartridge.
        string[] expected =
        [
            "WRITE_RESPONSE", "WRITE_RESPONSE", "WRITE_RESPONSE", "GUARD_RESPONSE True", "AQI=", "AQ==", "Aw==", "BA==", "Aw==",
        ];
        Assert.Equal(expected, replies[..9].Select(BizHawkDomainSizes.TextOf));
        // The last byte of OAM, then two of 0xFF.
        Assert.EndsWith("//", replies[9].GetProperty("value").GetString(), StringComparison.Ordinal);
        Assert.Equal("ERROR System Bus can't be written there.", BizHawkDomainSizes.TextOf(replies[10]));
        await game.Game.CloseDoorAsync("bizhawk");
    }
}

/// <summary>The connector's domains of the Game Boy Color.</summary>
[Trait("Needs", "host")]
public sealed class BizHawkColorTests(RunningColor game) : IClassFixture<RunningColor>
{
    [Fact]
    public async Task A_Game_Boy_Color_has_more_memory()
    {
        using var client = await ConnectorClient.ConnectAsync((await game.Game.OpenDoorAsync("bizhawk", FreePort.Take())).Address!);
        Assert.Equal("""[{"type":"SYSTEM_RESPONSE","value":"GBC"}]""", await client.AskAsync("[{\"type\": \"SYSTEM\"}]"));
        Assert.Equal((int[])[0x8000, 0x4000], (await BizHawkDomainSizes.OfAsync(client))[..2]);
        var replies = await client.RunAsync(Write("WRAM", 0x7000, 1), Read("WRAM", 0x7000, 1));
        Assert.Equal(["WRITE_RESPONSE", "AQ=="], replies.Select(BizHawkDomainSizes.TextOf));
        await game.Game.CloseDoorAsync("bizhawk");
    }
}
