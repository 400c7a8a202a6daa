using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.Vectors;

/// <summary>The movie of an episode in a game of a vector.</summary>
internal static class VectorMovie
{
    // The version of mGBA in mgba-host, as the script names it.
    private const string Mgba = "0.10";

    /// <summary>Returns the bytes of the movie's file.</summary>
    /// <param name="record">The vector.</param>
    /// <param name="stream">The movie as the vector's process writes it.</param>
    /// <exception cref="MovieFormatException">The stream isn't a movie.</exception>
    public static byte[] Write(VectorRecord record, byte[] stream)
    {
        var (plan, game) = (record.Plan, record.Game);
        return BridgeMovie.Write(MovieStreamReader.Read(stream, (platform, frames) =>
            new MovieGame(ProgramVersion.Number, Mgba, platform, game.Crc32["0x".Length..], plan.Model, game.Title, Code: null, record.Rom)
                .NewHeader(MovieHeader.FromHistory, frames, new MovieClock(plan.ClockAtStart))));
    }
}
