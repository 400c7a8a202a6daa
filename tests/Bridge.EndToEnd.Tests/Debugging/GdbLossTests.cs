using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>An emulator that ends while GDB has its game.</summary>
[Trait("Needs", "host")]
public sealed class GdbLossTests(RunningGame game) : IClassFixture<RunningGame>
{
    private Emulator Game => game.Game;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_session_ends_with_its_emulator_and_another_one_can_begin(bool runs)
    {
        var address = (await Game.OpenDoorAsync("gdb")).Address!;
        await using (var gdb = await GdbProgram.AttachAsync(address))
        {
            // No code is there, so the breakpoint never stops the game.
            await gdb.RunAsync("hbreak *0x08000ff0");
            if (runs)
            {
                await gdb.BeginAsync("continue");
                await Eventually.HoldsAsync(async () => await Game.GetStopPlaceAsync() is null, "the game goes on");
            }

            await game.Emulator.KillAsync();
            // gdb prints one of these, depending on whether it first reads that the game or that the connection has ended.
            if (runs)
                Assert.Matches("exited normally|Remote connection closed|Error detected on fd", await gdb.EndAsync());
            await HasLeftAsync();
        }

        await game.Emulator.StartAsync();
        await game.PlaysAsync();
        await using var next = await GdbProgram.AttachAsync(address);
        Assert.True((await Game.GetDoorAsync("gdb")).Connected);
        Assert.Contains("detached", await next.RunAsync("detach"), StringComparison.Ordinal);
        await HasLeftAsync();
        await game.PlayOnAsync(2);
        await Game.CloseDoorAsync("gdb");
    }

    private Task HasLeftAsync() => Eventually.HoldsAsync(async () => !(await Game.GetDoorAsync("gdb")).Connected, "it has left");
}
