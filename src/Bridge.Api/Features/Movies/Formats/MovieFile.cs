using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Reads a movie in any format, which it recognizes by the content.</summary>
internal static class MovieFile
{
    private const string Accepted = "a movie: the bridge's own zip, a .bk2 of BizHawk or a .vbm of VisualBoyAdvance";

    /// <summary>Reads a movie.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="game">The game that a movie of another program is for.</param>
    /// <exception cref="MovieFormatException">The file is no movie, or one that the bridge can't play.</exception>
    public static Movie Read(ReadOnlyMemory<byte> bytes, MovieGame game)
    {
        if (VbmMovie.IsOne(bytes.Span))
            return VbmMovie.Read(bytes.Span, game);
        using var zip = Open(bytes);
        return Bk2Movie.IsOne(zip) && !zip.Has(BridgeMovie.HeaderFile) ? Bk2Movie.Read(zip, game) : ReadOwn(zip);
    }

    /// <summary>Reads a movie in the bridge's own format.</summary>
    /// <exception cref="MovieFormatException">The file is no such movie.</exception>
    public static Movie ReadOwn(ReadOnlyMemory<byte> bytes)
    {
        using var zip = Open(bytes);
        return ReadOwn(zip);
    }

    private static Movie ReadOwn(MovieZip zip) => zip.Has(BridgeMovie.HeaderFile)
        ? BridgeMovie.Read(zip)
        : throw new MovieFormatException($"The file must be {Accepted}; got a zip without {BridgeMovie.HeaderFile}.");

    private static MovieZip Open(ReadOnlyMemory<byte> bytes) => MovieZip.IsZip(bytes.Span)
        ? new MovieZip(bytes)
        : throw new MovieFormatException($"The file must be {Accepted}.");
}
