namespace Bridge.Api.Features.Clips.Drawing;

/// <summary>What a clip shows over its pictures.</summary>
/// <param name="Buttons">Whether it shows the buttons, the pressed ones lit.</param>
/// <param name="Frame">Whether it shows the frame number.</param>
/// <param name="Notes">Whether it shows the latest note.</param>
/// <param name="Text">A line of text; null: none.</param>
internal sealed record Overlay(bool Buttons, bool Frame, bool Notes, string? Text)
{
    private const uint Light = 0xFFFFFF, Dark = 0x000000, Dim = 0x707070;
    private const int Margin = 2;
    private const int LineHeight = Font.LetterHeight + 2;

    // The bits of mGBA's keys (include/mgba/internal/gba/input.h), in the order in which they stand on the consoles.
    private static readonly (string Name, int Bit)[] Names =
    [
        ("L", 9), ("<", 5), ("^", 6), ("v", 7), (">", 4), ("SEL", 2), ("ST", 3), ("B", 1), ("A", 0), ("R", 8),
    ];

    /// <summary>Draws it over a picture.</summary>
    /// <param name="canvas">The picture.</param>
    /// <param name="keys">The buttons that are down, as mGBA's bits.</param>
    /// <param name="frame">The number of the frame.</param>
    /// <param name="note">The latest note; null: none.</param>
    public void Draw(Canvas canvas, uint keys, long frame, string? note)
    {
        if (Frame)
            DrawLine(canvas, Margin, Margin, FormattableString.Invariant($"{frame}"), Light);
        var y = canvas.Height - LineHeight - Margin;
        if (Buttons)
        {
            DrawButtons(canvas, y, keys);
            y -= LineHeight + Margin;
        }

        if (Text is { Length: > 0 } text)
        {
            DrawLine(canvas, Margin, y, text, Light);
            y -= LineHeight + Margin;
        }

        if (!Notes || note is null)
            return;
        var lines = LineBreaks.Of(note, (canvas.Width - (2 * Margin)) / Font.Advance);
        y -= (lines.Count - 1) * LineHeight;
        foreach (var line in lines)
        {
            DrawLine(canvas, Margin, y, line, Light);
            y += LineHeight;
        }
    }

    private static void DrawButtons(Canvas canvas, int y, uint keys)
    {
        var x = Margin;
        foreach (var (name, bit) in Names)
            x = DrawLine(canvas, x, y, name, (keys & 1u << bit) != 0 ? Light : Dim) + Margin;
    }

    // Light letters on a dark ground, so that they can be read on every picture. Returns where the line ends.
    private static int DrawLine(Canvas canvas, int left, int top, string text, uint color)
    {
        var width = (text.Length * Font.Advance) + 1;
        for (var y = 0; y < LineHeight; y++)
        {
            for (var x = 0; x < width; x++)
            {
                var (column, row) = (x - 1, y - 1);
                var isLit = column >= 0 && row is >= 0 and < Font.LetterHeight
                    && Font.IsSet(text[column / Font.Advance], column % Font.Advance, row);
                Set(canvas, left + x, top + y, isLit ? color : Dark);
            }
        }

        return left + width;
    }

    private static void Set(Canvas canvas, int x, int y, uint color)
    {
        if (x >= 0 && x < canvas.Width && y >= 0 && y < canvas.Height)
            canvas.Line(y)[x] = color;
    }
}
