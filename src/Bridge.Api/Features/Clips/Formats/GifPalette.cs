namespace Bridge.Api.Features.Clips.Formats;

/// <summary>The colours of a GIF's picture: index 0 is transparent, at most 255 follow.</summary>
internal sealed class GifPalette
{
    /// <summary>Max colours.</summary>
    public const int MaxColours = 255;

    private readonly Dictionary<uint, int> _counts = [];
    private readonly Dictionary<uint, byte> _indices = [];
    private readonly List<uint> _colours = [];

    /// <summary>Gets whether some pixels get a colour that is only near theirs.</summary>
    public bool IsReduced => _counts.Count > MaxColours;

    /// <summary>Gets the colours from index 1 on.</summary>
    public IReadOnlyList<uint> Colours => _colours;

    /// <summary>Begins a picture.</summary>
    public void Clear()
    {
        _counts.Clear();
        _indices.Clear();
        _colours.Clear();
    }

    /// <summary>Counts the pixels of a colour.</summary>
    public void Count(uint colour) => System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(
        _counts, colour, out _)++;

    /// <summary>Chooses the colours: all, or those of most pixels.</summary>
    public void Choose()
    {
        var chosen = IsReduced
            ? _counts.OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key).Take(MaxColours).Select(pair => pair.Key)
            : _counts.Keys;
        foreach (var colour in chosen)
        {
            _colours.Add(colour);
            _indices[colour] = (byte)_colours.Count;
        }
    }

    /// <summary>Returns the index of a colour that was counted, or of the nearest one.</summary>
    public byte IndexOf(uint colour)
    {
        if (!_indices.TryGetValue(colour, out var index))
            _indices[colour] = index = FindNearest(colour);
        return index;
    }

    private byte FindNearest(uint colour)
    {
        var (nearest, least) = (0, int.MaxValue);
        for (var i = 0; i < _colours.Count; i++)
        {
            var distance = Distance(colour, _colours[i]);
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
