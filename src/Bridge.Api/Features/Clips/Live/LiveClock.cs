namespace Bridge.Api.Features.Clips.Live;

/// <summary>Finds the places of a running game's pictures in the time of a clip.</summary>
/// <param name="start">The frame number of the first picture.</param>
/// <param name="every">The frames from one picture to the next.</param>
internal sealed class LiveClock(long start, int every)
{
    // Ten seconds. A reset or a loaded state lets the frame number jump; the picture after it then counts as the next one.
    private const int MaxGap = 600;

    private long _number = start;

    /// <summary>Gets the frames since the first picture.</summary>
    public long Passed { get; private set; }

    /// <summary>Gets the place of the latest picture, in pictures.</summary>
    public long Place => Passed / every;

    /// <summary>Gets how many frames are left until the next picture, 1 or more.</summary>
    public int UntilNext => (int)(((Place + 1) * every) - Passed);

    /// <summary>Notes the frame number of a picture.</summary>
    public void Advance(long number)
    {
        var passed = number - _number;
        Passed += passed is >= 0 and <= MaxGap ? passed : UntilNext;
        _number = number;
    }
}
