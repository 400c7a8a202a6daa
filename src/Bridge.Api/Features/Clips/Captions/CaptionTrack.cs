using Bridge.Api.Features.Frames;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Clips.Captions;

/// <summary>The notes of a clip, each of which is shown until the next one, for five seconds at most.</summary>
/// <param name="notes">The notes of the clip's frames, ordered by frame.</param>
internal sealed class CaptionTrack(IReadOnlyList<GameNote> notes)
{
    // Five seconds.
    private static readonly int MaxFrames = FrameTime.ToFrames(5);

    private readonly List<long> _begins = [];

    /// <summary>Returns the latest note that is shown at a frame; null: none.</summary>
    public string? ShownAt(long frame)
    {
        var at = notes.Count - 1;
        while (at >= 0 && notes[at].Frame > frame)
            at--;
        return at >= 0 && frame - notes[at].Frame < MaxFrames ? notes[at].Text : null;
    }

    /// <summary>Records that the clip has come to a frame.</summary>
    /// <param name="frame">The last frame that is shown so far.</param>
    /// <param name="placeOf">Returns the frames of the clip before a frame.</param>
    public void Reach(long frame, Func<long, long> placeOf)
    {
        while (_begins.Count < notes.Count && notes[_begins.Count].Frame <= frame)
            _begins.Add(placeOf(notes[_begins.Count].Frame));
    }

    /// <summary>Returns the captions of a clip with this number of frames.</summary>
    public IReadOnlyList<Caption> Until(long length)
    {
        var captions = new List<Caption>();
        for (var at = 0; at < _begins.Count; at++)
        {
            var begin = Math.Min(_begins[at], Math.Max(0, length - 1));
            var next = _begins.Skip(at + 1).FirstOrDefault(later => later > begin, length);
            var end = Math.Min(Math.Min(next, begin + MaxFrames), length);
            // Notes that begin together share their time.
            if (captions.Count > 0 && captions[^1].Begin == begin)
                captions[^1] = captions[^1] with { Text = $"{captions[^1].Text}\n{notes[at].Text}" };
            else
                captions.Add(new Caption(begin, end, notes[at].Text));
        }

        return captions;
    }
}
