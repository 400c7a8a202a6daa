using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Clips;

/// <summary>A clip that is waiting, rendering, done or failed.</summary>
internal sealed class Clip(ClipShape shape, AccessToken? owner) : IDisposable
{
    /// <summary>The states of a clip.</summary>
    public const string Waiting = "waiting", Rendering = "rendering", Done = "done", Failed = "failed";

    private readonly CancellationTokenSource _end = new();
    private long _rendered = shape.Rendered;
    private ClipShape _shape = shape;

    /// <summary>Gets the clip as it is now.</summary>
    public ClipShape Shape => Volatile.Read(ref _shape) with { Rendered = Volatile.Read(ref _rendered) };

    /// <summary>Gets its identifier.</summary>
    public string Id => _shape.Id;

    /// <summary>Gets the emulator that it is of.</summary>
    public string Emulator => _shape.Emulator;

    /// <summary>Returns whether a client may delete it: the one that made it, or one with the scope admin.</summary>
    public bool CanBeDeletedBy(AccessToken? client) => IsOf(client) || client?.Allows(Scope.Admin) == true;

    /// <summary>Gets why it failed; null: it didn't.</summary>
    public RequestException? Failure { get; private set; }

    /// <summary>Returns whether it was made with this token.</summary>
    public bool IsOf(AccessToken? token) => token == owner;

    /// <summary>Gets or sets the work on it, which never fails.</summary>
    public Task Work { get; set; } = Task.CompletedTask;

    /// <summary>Gets the token that is cancelled when the clip is deleted.</summary>
    public CancellationToken Ended => _end.Token;

    /// <summary>Notes that its rendering begins.</summary>
    public void Begin() => Change(_shape with { State = Rendering });

    /// <summary>Notes how many of its frames are rendered.</summary>
    public void Progress(long frames) => Volatile.Write(ref _rendered, frames);

    /// <summary>Notes what a recording really has: frames, pictures that are missing, and notes.</summary>
    public void Shorten(long frames, long dropped, int notes) => Change(_shape with
    {
        To = _shape.From + frames - 1, Frames = frames, Seconds = ClipShape.SecondsOf(frames), Dropped = dropped, Notes = notes,
    });

    /// <summary>Returns the clip as it will be once its files are there.</summary>
    public ClipShape Finish(long bytes, int? reducedPictures) =>
        _shape with { State = Done, Rendered = _shape.Frames, Bytes = bytes, ReducedPictures = reducedPictures };

    /// <summary>Notes that its files are there.</summary>
    public void Complete(ClipShape done)
    {
        Progress(done.Rendered);
        Change(done);
    }

    /// <summary>Notes that it can't be made.</summary>
    public void Fail(RequestException failure)
    {
        Failure = failure;
        Change(_shape with { State = Failed, Problem = failure.Message });
    }

    /// <summary>Ends the work on it.</summary>
    public void End() => _end.Cancel();

    public void Dispose() => _end.Dispose();

    private void Change(ClipShape shape) => Volatile.Write(ref _shape, shape);
}
