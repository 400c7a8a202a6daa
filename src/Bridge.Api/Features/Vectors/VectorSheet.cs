using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Vectors;

/// <summary>Puts the pictures of a vector's games into one, row by row.</summary>
internal static class VectorSheet
{
    /// <summary>Returns the pictures of the first games, in as many columns as rows or one more. OWNED BY THE CALLER.</summary>
    /// <param name="pictures">The pictures of all games, one after the other.</param>
    /// <param name="plan">The vector, which has pictures.</param>
    /// <param name="games">How many are shown.</param>
    public static Picture Of(ReadOnlySpan<byte> pictures, VectorPlan plan, int games)
    {
        var columns = (int)Math.Ceiling(Math.Sqrt(games));
        var (size, channels) = (plan.Size, plan.Channels);
        var sheet = new Picture(columns * size.Width, (games + columns - 1) / columns * size.Height, frame: 0);
        sheet.Rgb.Clear();
        for (var game = 0; game < games; game++)
        {
            for (var y = 0; y < size.Height; y++)
            {
                var at = ((game / columns * size.Height) + y) * sheet.Width + (game % columns * size.Width);
                Copy(pictures.Slice(channels * size.Width * ((game * size.Height) + y), channels * size.Width),
                    sheet.Rgb.Slice(3 * at, 3 * size.Width));
            }
        }

        return sheet;
    }

    private static void Copy(ReadOnlySpan<byte> from, Span<byte> rgb)
    {
        if (from.Length == rgb.Length)
            from.CopyTo(rgb);
        else
        {
            for (var x = 0; x < from.Length; x++)
                rgb.Slice(3 * x, 3).Fill(from[x]);
        }
    }
}
