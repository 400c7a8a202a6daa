using Bridge.Testing.Zoo.Games;

namespace Bridge.Testing.Zoo;

/// <summary>The zoo: a game for each kind of ROM, cartridge, file and file name that must work.</summary>
public static class ZooGames
{
    /// <summary>Gets all games by name.</summary>
    public static IReadOnlyDictionary<string, ZooGame> All { get; } = new[]
    {
        AdvanceGames.All(), GameBoyGames.All(), HeaderGames.All(), ArchiveGames.All(), PatchGames.All(), FileNameGames.All(),
    }.SelectMany(games => games).ToDictionary(game => game.Name);
}
