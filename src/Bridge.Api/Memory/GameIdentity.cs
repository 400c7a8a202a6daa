using Bridge.SocketPool;

namespace Bridge.Api.Memory;

/// <summary>One life of a game: another game, or a script that was loaded again, is another one; a reset is not.</summary>
internal readonly record struct GameIdentity(string Title, string Crc32, string Instance)
{
    public static GameIdentity Of(EmulatorFacts? facts) =>
        facts is null ? default : new GameIdentity(facts.Title, facts.Crc32, facts.Instance);

    /// <summary>For sentences.</summary>
    public override string ToString() =>
        $"{(Title.Length > 0 ? $"\"{Title}\"" : "a game without a title")} (CRC-32 {Crc32}, script instance {Instance})";
}
