using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>The pictures after the last presses of a turn that settles after each, and the one before them. Owns them.</summary>
internal sealed class RoundPictures : IDisposable
{
    /// <summary>Of how many presses it tells the changes.</summary>
    public const int Max = 16;

    private const string Unknown = "unknown";

    private readonly List<Picture?> _pictures = [];

    /// <summary>Adds a picture; null: it is unknown. OWNED BY THIS from here on.</summary>
    public void Add(Picture? picture)
    {
        _pictures.Add(picture);
        if (_pictures.Count <= Max + 1)
            return;
        _pictures[0]?.Dispose();
        _pictures.RemoveAt(0);
    }

    /// <summary>Returns what each press has changed, beside the parts that keep moving. May be called once.</summary>
    public IReadOnlyList<string> DescribeChanges(MovingParts? moving)
    {
        foreach (var picture in _pictures.OfType<Picture>())
            moving?.Hide(picture);
        return [.. _pictures.Zip(
            _pictures.Skip(1), (before, now) => now is null ? Unknown : PictureChange.Describe(before, now) ?? Unknown)];
    }

    public void Dispose()
    {
        foreach (var picture in _pictures)
            picture?.Dispose();
        _pictures.Clear();
    }
}
