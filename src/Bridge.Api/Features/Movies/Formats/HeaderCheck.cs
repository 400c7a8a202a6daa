using System.Buffers;
using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Checks the values in a movie's header.</summary>
internal static class HeaderCheck
{
    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789abcdefABCDEF");

    /// <exception cref="MovieFormatException">A value is not accepted.</exception>
    public static void Check(MovieHeader header)
    {
        Choose("platform", header.Platform, "GBA", "GB");
        Choose("start", header.Start, MovieHeader.Power, MovieHeader.State);
        Choose("source", header.Source, MovieHeader.FromHistory, MovieHeader.FromBk2, MovieHeader.FromVbm);
        if (header.Crc32.Length != 8 || header.Crc32.AsSpan().ContainsAnyExcept(HexDigits))
            throw Refuse("crc32", header.Crc32, "eight hexadecimal digits");
        if (header.Frames is < 0 or > MovieLimits.Frames)
            throw Refuse("frames", header.Frames.ToString(CultureInfo.InvariantCulture), "0 to 100000000");
        if (header.Notes.Count > MovieLimits.Notes || header.Notes.Contains(null!))
            throw Refuse("notes", header.Notes.Count.ToString(CultureInfo.InvariantCulture), "at most 100 texts");
        string?[] texts =
        [
            header.Bridge, header.Mgba, header.Model, header.Title, header.Code, header.Rom, header.Bios, header.IdleOptimization,
            .. header.Notes,
        ];
        if (Array.Find(texts, text => text?.Length > MovieLimits.TextLength) is { } text)
            throw Refuse("A text", text, $"at most {MovieLimits.TextLength} characters");
    }

    private static void Choose(string name, string got, params string[] accepted)
    {
        if (!accepted.Contains(got))
            throw Refuse(name, got, string.Join(" or ", accepted));
    }

    private static MovieFormatException Refuse(string name, string got, string accepted) =>
        new($"{name} must be {accepted}; got \"{Parameters.Shorten(got)}\".");
}
