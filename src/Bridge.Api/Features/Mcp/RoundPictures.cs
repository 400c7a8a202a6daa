using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>The pictures after the last presses of a turn that settles after each, and the one before them. Owns them.</summary>
internal sealed class RoundPictures : IDisposable
{
    /// <summary>Of how many presses it tells the changes.</summary>
    public const int Max = 32;

    private const string Unknown = "unknown";

    private readonly List<(Picture? Picture, bool KeptMoving)> _rounds = [];

    /// <summary>Adds a picture.</summary>
    /// <param name="picture">The picture; null: it is unknown. OWNED BY THIS from here on.</param>
    /// <param name="keptMoving">Whether a part of it kept moving.</param>
    public void Add(Picture? picture, bool keptMoving)
    {
        _rounds.Add((picture, keptMoving));
        if (_rounds.Count <= Max + 1)
            return;
        _rounds[0].Picture?.Dispose();
        _rounds.RemoveAt(0);
    }

    /// <summary>Gets whether the last picture is equal to the one before.</summary>
    public bool IsUnchanged => _rounds is [.., { Picture: { } before }, { Picture: { } now }]
        && PictureChange.Describe(before, now) == PictureChange.Nothing;

    /// <summary>Returns what each press has changed, beside the parts that keep moving.</summary>
    public IReadOnlyList<string> DescribeChanges(MovingParts? moving)
    {
        var hides = moving is { CoversMost: false };
        return [.. _rounds.Zip(_rounds.Skip(1), (before, now) =>
            // The parts are those that move at the end of the turn. They explain a change only in a round after which something moved.
            Describe(before.Picture, now.Picture, hides && now.KeptMoving ? moving : null))];
    }

    public void Dispose()
    {
        foreach (var round in _rounds)
            round.Picture?.Dispose();
        _rounds.Clear();
    }

    private static string Describe(Picture? before, Picture? now, MovingParts? moving)
    {
        if (before is null || now is null)
            return Unknown;
        if (moving is null)
            return PictureChange.Describe(before, now) ?? Unknown;
        using var restBefore = moving.Without(before);
        using var rest = moving.Without(now);
        return PictureChange.Describe(restBefore, rest) ?? Unknown;
    }
}
