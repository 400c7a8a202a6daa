using System.Globalization;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>A turn of a model: what was played, and the waits for a calm picture after it. Owns their replies.</summary>
internal sealed class ModelTurn : IDisposable
{
    // Max rounds whose pictures are kept: the last ones that changed something.
    private const int MaxEnds = 4;

    private readonly List<PlayedTurn> _parts = [];

    // The last part of each round whose picture may be shown. _parts has them as well, from where they are disposed.
    private readonly List<(PlayedTurn Part, int Round)> _ends = [];
    private IReadOnlyList<string> _presses = [];

    // Null: the turn has only one round, or no pictures.
    private RoundPictures? _rounds;

    /// <summary>Gets whether a part of it was played.</summary>
    public bool HasBegun => _parts.Count > 0;

    /// <summary>Gets the last frame.</summary>
    public long Frame => _parts[^1].Frame;

    /// <summary>Gets how many frames passed.</summary>
    public long Frames { get; private set; }

    /// <summary>Gets whether the model's condition was met, in the last repetition; null without one.</summary>
    public bool? Met { get; private set; }

    /// <summary>Gets whether the picture is calm at the end; null if that wasn't waited for.</summary>
    public bool? IsCalm { get; private set; }

    /// <summary>Gets whether the last wait for a calm picture ended although a part of it kept moving.</summary>
    public bool KeptMoving { get; private set; }

    /// <summary>Gets the parts that keep moving at the end, if that was looked for.</summary>
    public MovingParts? Moving { get; private set; }

    /// <summary>Gets whether a look ahead has failed. Another one would too, perhaps after seconds.</summary>
    public bool CantLookAhead { get; private set; }

    /// <summary>Gets what each of the last rounds has changed; null if there was only one, or no pictures.</summary>
    public IReadOnlyList<string>? Changes { get; private set; }

    /// <summary>Gets the values of the last frame; null if none were requested.</summary>
    public PlaceRead[]? Values => _parts[^1].Values;

    /// <summary>Gets the pictures that were taken on the way, at intervals or where steps ended.</summary>
    public IEnumerable<KeyFrame> OnTheWay => _parts.SelectMany(part => part.KeyFrames ?? part.StepPictures);

    /// <summary>Gets how many rounds were played, presses or repetitions with a calm picture after each, if there were several.</summary>
    public int Rounds { get; private set; }

    /// <summary>Gets after how many rounds the picture was another one.</summary>
    public int ChangingRounds { get; private set; }

    /// <summary>
    /// Gets the pictures at the ends of the last rounds that changed something, and what was pressed; empty if none were requested.
    /// </summary>
    public IEnumerable<(KeyFrame Picture, string Name)> Ends => _ends
        .Where(end => end.Part.Last is not null)
        .Select(end => (end.Part.Last!, NameOf(end.Round)));

    /// <summary>Returns the picture of the last frame, OWNED BY THE CALLER; null if none was requested.</summary>
    public Picture? Look() => _parts[^1].Look();

    /// <summary>Returns whether the picture of the last frame has one color; false if none was requested.</summary>
    public bool ShowsOneColor()
    {
        using var picture = Look();
        return picture is not null && PictureChange.OnlyColorOf(picture) is not null;
    }

    /// <summary>Adds a part with the model's condition, if there is one. OWNED BY THIS from here on.</summary>
    public void AddCondition(PlayedTurn part)
    {
        Add(part);
        Met = part.Met;
    }

    /// <summary>Adds a part that ends with a wait for a calm picture. OWNED BY THIS from here on.</summary>
    public void AddCalm(PlayedTurn part)
    {
        Add(part);
        IsCalm = part.Met;
        Moving = null;
        KeptMoving = !part.HasHeld(CalmWait.StillCondition);
    }

    /// <summary>Adds a wait for another picture after a calm one, which stays calm if none comes. OWNED BY THIS from here on.</summary>
    public void AddChange(PlayedTurn part)
    {
        Add(part);
        IsCalm = part.Met != true;
    }

    /// <summary>Begins rounds, whose changes are told.</summary>
    /// <param name="before">The picture before the first one; null: unknown. OWNED BY THIS from here on.</param>
    /// <param name="presses">What is pressed in each, again and again; empty: each is a repetition of all.</param>
    public void BeginRounds(Picture? before, IReadOnlyList<string> presses)
    {
        _presses = presses;
        _rounds = new RoundPictures();
        _rounds.Add(before, keptMoving: false);
    }

    /// <summary>Ends a round of several. Disposes the parts whose pictures won't be shown.</summary>
    public void EndRound()
    {
        _rounds?.Add(Look(), KeptMoving);
        var last = _parts[^1];
        if (_rounds?.IsUnchanged != true)
        {
            ChangingRounds++;
            _ends.Add((last, Rounds));
        }

        if (_ends.Count > MaxEnds)
            _ends.RemoveAt(0);
        Rounds++;
        PlayedTurn[] kept = [.. _ends.Select(end => end.Part), last];
        foreach (var part in _parts.Except(kept))
            part.Dispose();
        _parts.RemoveAll(part => !kept.Contains(part));
    }

    /// <summary>Sets what a look ahead has found at the present end; null: it failed.</summary>
    public void SetProspect(Prospect? prospect) => (Moving, CantLookAhead) = (prospect?.Moving, prospect is null);

    /// <summary>Ends the turn: describes what its rounds have changed. Called once, after all parts.</summary>
    public void End()
    {
        if (_rounds?.DescribeChanges(Moving) is not { } changes)
            return;
        var before = Rounds - changes.Count;
        var named = changes.Select((change, index) => $"{NameOf(before + index)}: {change}");
        Changes = before == 0 ? [.. named] : [string.Create(CultureInfo.InvariantCulture, $"{before} more before"), .. named];
    }

    private string NameOf(int round) => _presses.Count > 0
        ? _presses[round % _presses.Count]
        : string.Create(CultureInfo.InvariantCulture, $"repetition {round + 1}");

    private void Add(PlayedTurn part)
    {
        _parts.Add(part);
        Frames += part.Frames;
    }

    public void Dispose()
    {
        foreach (var part in _parts)
            part.Dispose();
        _rounds?.Dispose();
    }
}
