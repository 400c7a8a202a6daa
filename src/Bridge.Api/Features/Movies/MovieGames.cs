using Bridge.Api.Features.Input;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Movies;

/// <summary>Converts what a script says of its game.</summary>
internal static class MovieGames
{
    /// <summary>Returns the game for movies.</summary>
    public static MovieGame Of(EmulatorFacts facts) => new(
        ProgramVersion.Number, facts.Mgba, facts.Platform, facts.Crc32, facts.Model, TextOf(facts.Title), TextOf(facts.Code),
        facts.Files.Rom)
    {
        SeesOpposing = facts.Capabilities.Contains(OpposingDirections.Capability),
    };

    private static string? TextOf(string text) => text.Length == 0 ? null : text;
}
