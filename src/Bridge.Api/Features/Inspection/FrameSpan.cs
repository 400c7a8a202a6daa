using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Inspection;

/// <summary>Frames of a history.</summary>
/// <param name="From">The first one.</param>
/// <param name="To">The last one.</param>
internal readonly record struct FrameSpan(long From, long To)
{
    /// <summary>Returns the frames that a client means.</summary>
    /// <param name="history">What the history has.</param>
    /// <param name="from">The first one; null: <paramref name="frames"/> before the end, or the first one of the history.</param>
    /// <param name="to">The last one; null: the present.</param>
    /// <param name="frames">The number of frames; used only without <paramref name="from"/>.</param>
    /// <exception cref="RequestException">The history lacks them, or they are too many.</exception>
    public static FrameSpan Of(HistoryNow history, long? from, long? to, long frames)
    {
        var last = to ?? history.Now;
        var first = from ?? Math.Max(history.From, last - frames + 1);
        if (first < history.From || last > history.To || last < first)
        {
            throw new RequestException(ProblemTypes.Conflict,
                $"Frames {first} to {last} can't be looked at; the history has the frames {history.From} to {history.To}.");
        }

        return last - first < InspectionRules.MaxFrames
            ? new FrameSpan(first, last)
            : throw new RequestException(ProblemTypes.Conflict,
                $"At most {InspectionRules.MaxFrames} frames can be looked at; got {last - first + 1}.");
    }
}
