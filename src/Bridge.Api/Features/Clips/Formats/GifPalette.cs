namespace Bridge.Api.Features.Clips.Formats;

/// <summary>The colors of a GIF's picture: index 0 is transparent, at most 255 follow.</summary>
internal sealed class GifPalette
{
    /// <summary>Max colors.</summary>
    public const int MaxColors = 255;

    private readonly Dictionary<uint, int> _counts = [];
    private readonly Dictionary<uint, byte> _indices = [];
    private readonly List<uint> _colors = [];

    /// <summary>Gets whether some pixels get a color that is only near theirs.</summary>
    public bool IsReduced => _counts.Count > MaxColors;

    /// <summary>Gets the colors from index 1 on.</summary>
    public IReadOnlyList<uint> Colors => _colors;

    /// <summary>Begins a picture.</summary>
    public void Clear()
    {
        _counts.Clear();
        _indices.Clear();
        _colors.Clear();
    }

    /// <summary>Counts the pixels of a color.</summary>
    public void Count(uint color) => System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(
        _counts, color, out _)++;

    /// <summary>Chooses the colors: all, or those of most pixels.</summary>
    public void Choose()
    {
        var chosen = IsReduced
            ? _counts.OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key).Take(MaxColors).Select(pair => pair.Key)
            : _counts.Keys;
        foreach (var color in chosen)
        {
            _colors.Add(color);
            _indices[color] = (byte)_colors.Count;
        }
    }

    /// <summary>Returns the index of a color that was counted, or of the nearest one.</summary>
    public byte IndexOf(uint color)
    {
        if (!_indices.TryGetValue(color, out var index))
            _indices[color] = index = FindNearest(color);
        return index;
    }

    private byte FindNearest(uint color)
    {
        var (nearest, least) = (0, int.MaxValue);
        for (var i = 0; i < _colors.Count; i++)
        {
            var distance = Distance(color, _colors[i]);
            if (distance < least)
                (nearest, least) = (i, distance);
        }

        return (byte)(nearest + 1);
    }

    private static int Distance(uint first, uint second)
    {
        var sum = 0;
        for (var shift = 0; shift < 24; shift += 8)
        {
            var difference = (int)(first >> shift & 0xFF) - (int)(second >> shift & 0xFF);
            sum += difference * difference;
        }

        return sum;
    }
}
