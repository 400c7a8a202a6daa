namespace Bridge.Api.Features.Clips.Drawing;

/// <summary>Breaks a text into lines.</summary>
internal static class LineBreaks
{
    /// <summary>Returns the lines, broken at spaces where that is possible.</summary>
    /// <param name="text">The text.</param>
    /// <param name="length">The max characters of a line; less than 1 counts as 1.</param>
    public static IReadOnlyList<string> Of(string text, int length)
    {
        length = Math.Max(1, length);
        var lines = new List<string>();
        var rest = text.Trim();
        while (rest.Length > length)
        {
            var space = rest.LastIndexOf(' ', length);
            var end = space > 0 ? space : length;
            lines.Add(rest[..end].TrimEnd());
            rest = rest[end..].TrimStart();
        }

        lines.Add(rest);
        return lines;
    }
}
