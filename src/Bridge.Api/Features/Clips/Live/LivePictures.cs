using Bridge.Api.Features.Clips.Captions;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Clips.Rendering;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Clips.Live;

/// <summary>Puts the pictures of a recording at their places. In place of a missing one, the one before is shown longer.</summary>
internal sealed class LivePictures
{
    private readonly ClipPlan _plan;
    private readonly LiveStart _start;
    private readonly List<GameNote> _notes = [];
    private readonly CaptionTrack _captions;
    private readonly PictureComposer _composer;

    // The place of the latest picture, and the buttons that were down in it.
    private long _last = -1;
    private uint _keys;

    /// <param name="plan">How the clip is made.</param>
    /// <param name="start">Its beginning.</param>
    /// <param name="writer">Gets the pictures.</param>
    public LivePictures(ClipPlan plan, LiveStart start, ClipWriter writer)
    {
        (_plan, _start, _captions) = (plan, start, new CaptionTrack(_notes));
        _composer = new PictureComposer(plan, writer, start.Number, _captions);
    }

    /// <summary>Gets the number of pictures that are missing.</summary>
    public long Dropped { get; private set; }

    /// <summary>Gets the number of frames that have pictures.</summary>
    public long Frames => Math.Min((_last + 1) * _plan.Every, _start.Frames);

    /// <summary>Adds the notes of the game that are new. The clip has those since its beginning.</summary>
    public void AddNotes(IEnumerable<GameNote> notes)
    {
        foreach (var note in notes)
        {
            var isLater = note.Frame >= (_notes.Count > 0 ? _notes[^1].Frame : _start.Number);
            if (isLater && note.Frame < _start.Number + _start.Frames && !_notes.Contains(note))
                _notes.Add(note);
        }
    }

    /// <summary>Adds a picture, unless there is one at its place.</summary>
    /// <param name="picture">The picture.</param>
    /// <param name="place">Its place, in pictures.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public async ValueTask AddAsync(RenderedPicture picture, long place, CancellationToken cancellationToken)
    {
        if (place <= _last)
            return;
        await FillAsync(place, cancellationToken);
        await _composer.AddAsync(picture, FramesOf(place), cancellationToken);
        (_last, _keys) = (place, picture.Keys);
    }

    /// <summary>Shows the last picture until the end, if the game has come there, and writes it.</summary>
    /// <returns>The notes and their times.</returns>
    public async ValueTask<IReadOnlyList<Caption>> FinishAsync(bool isComplete, CancellationToken cancellationToken)
    {
        if (isComplete)
            await FillAsync((_start.Frames + _plan.Every - 1) / _plan.Every, cancellationToken);
        await _composer.FinishAsync(cancellationToken);
        if (_plan.OnlyChanged)
            return _captions.Until(_composer.Length);
        _captions.Reach(_start.Number + Frames - 1, frame => frame - _start.Number);
        return _captions.Until(Frames);
    }

    // Shows the last picture at the places before this one that have none.
    private async ValueTask FillAsync(long place, CancellationToken cancellationToken)
    {
        for (var missing = _last + 1; missing < place; missing++)
        {
            await _composer.AddAsync(new SamePicture((missing * _plan.Every) + 1, _keys), FramesOf(missing), cancellationToken);
            Dropped++;
        }

        _last = Math.Max(_last, place - 1);
    }

    private int FramesOf(long place) => (int)Math.Min(_plan.Every, _start.Frames - (place * _plan.Every));
}
