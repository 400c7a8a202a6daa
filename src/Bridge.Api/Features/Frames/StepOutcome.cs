using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>What came of one emulator's step. Owns the emulator's reply.</summary>
internal sealed class StepOutcome : IDisposable
{
    private readonly BatchReply? _reply;
    private readonly LastFrame? _observed;
    private readonly TakenPicture? _picture;

    /// <summary>Creates the outcome of a step that has run.</summary>
    /// <param name="emulator">The emulator's name.</param>
    /// <param name="reply">The reply. OWNED BY THIS unless the constructor throws.</param>
    /// <param name="observed">What it observed.</param>
    public StepOutcome(string emulator, BatchReply reply, LastFrame observed) =>
        (Emulator, _reply, _observed, _picture) = (emulator, reply, observed, observed.Picture(reply.Results));

    /// <summary>Creates the outcome of a step that has failed.</summary>
    public StepOutcome(string emulator, PartProblem? problem) => (Emulator, Problem) = (emulator, problem);

    /// <summary>Gets the emulator's name.</summary>
    public string Emulator { get; }

    /// <summary>Gets why it was not stepped; null if it was.</summary>
    public PartProblem? Problem { get; private set; }

    /// <summary>Gets the size of the game's picture; null if there is none.</summary>
    public PictureSize? PictureSize => _picture?.Size;

    public StepManyResult Describe() => _reply is null
        ? new StepManyResult(Emulator, Frame: null, Values: null, Screen: null, Problem)
        : new StepManyResult(
            Emulator, _reply.Frame, _observed!.Values(_reply.Results), _picture?.Describe(_observed.Form!), Problem: null);

    /// <summary>Turns it into a problem if its picture does not fit into the records, which all have one size.</summary>
    public void CheckFits(StepLayout layout)
    {
        if (_picture is { } picture && _observed!.Form!.SizeOf(picture.Size) is var size && size != layout.Size)
            Problem = DoesNotFit(size, layout.Size);
    }

    /// <summary>Returns the problem of a picture that does not fit into the records.</summary>
    public static PartProblem DoesNotFit(PictureSize size, PictureSize others) => PartProblem.Of(ProblemTypes.Conflict,
        $"The picture has {size.Width} x {size.Height} pixels, and others have {others.Width} x {others.Height}; screen with width and "
        + $"height makes them equal. The step has run.");

    /// <summary>Writes its record.</summary>
    public void Write(StepLayout layout, Span<byte> body, int index)
    {
        if (Problem is null)
            layout.Write(body, index, _reply!.Frame, _observed!, _reply.Results, _picture);
        else
            layout.WriteProblem(body, index, Problem.Status);
    }

    public void Dispose()
    {
        _picture?.Dispose();
        _reply?.Dispose();
    }
}
