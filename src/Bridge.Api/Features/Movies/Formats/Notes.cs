using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Fits texts of other programs into a movie's notes.</summary>
internal static class Notes
{
    /// <summary>Returns a text as one line of at most 300 printable characters.</summary>
    public static string Shorten(string text)
    {
        var line = Line(text);
        return line.Length <= MovieLimits.TextLength ? line : $"{line[..(MovieLimits.TextLength - 1)]}…";
    }

    /// <summary>Returns a text without control characters.</summary>
    public static string Line(string text) => new([.. text.Where(letter => !char.IsControl(letter))]);
}
