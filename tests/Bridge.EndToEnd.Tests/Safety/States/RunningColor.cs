using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Safety.States;

/// <summary>The real host with a Game Boy Color game of the zoo.</summary>
public sealed class RunningColor() : RunningGame("gb/buttontest.gb", 0xC000)
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-color-");

    // The zoo's game takes the place of the ROM before the start. It is the button-test ROM with another header, so its counters are at
    // the same address.
    public override ValueTask InitializeAsync()
    {
        var game = ZooGames.All["Color only"];
        game.Files[0].WriteTo(_folder.FullName);
        Emulator.Rom = Path.Combine(_folder.FullName, game.FileName);
        return base.InitializeAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _folder.Delete(recursive: true);
    }
}
