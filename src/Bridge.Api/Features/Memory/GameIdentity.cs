using Bridge.SocketPool;

namespace Bridge.Api.Features.Memory;

/// <summary>Identifies a game while it runs: it changes with another game or a reloaded script, and not with a reset.</summary>
internal readonly record struct GameIdentity(string Title, string Crc32, string Instance)
{
    public static GameIdentity Of(EmulatorFacts? facts) =>
        facts is null ? default : new GameIdentity(facts.Title, facts.Crc32, facts.Instance);

    /// <summary>Describes the game in a sentence.</summary>
    public override string ToString() =>
        $"{(Title.Length > 0 ? $"\"{Title}\"" : "a game without a title")} (CRC-32 {Crc32}, script instance {Instance})";
}
