using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>The result of a turn. Owns the emulator's reply.</summary>
/// <param name="reply">The reply of the emulator.</param>
/// <param name="request">The request for the turn.</param>
/// <param name="sequence">The buttons it played; null: none.</param>
/// <param name="observed">What was observed in the last frame.</param>
/// <param name="asPixels">Whether the pictures in the reply are pixels instead of PNGs.</param>
/// <param name="scale">Pixels of a picture for each pixel of the game, in both directions.</param>
internal sealed class PlayedTurn(ActReply reply, ActRequest request, ButtonSequence? sequence, LastFrame observed, bool asPixels, int scale)
    : IDisposable
{
    /// <summary>Gets the last frame.</summary>
    public long Frame => reply.Frame;

    /// <summary>Gets how many frames passed.</summary>
    public long Frames => reply.Frames;

    /// <summary>Gets whether the conditions were met in time; null without conditions.</summary>
    public bool? Met => request.Until is null ? null : reply.Met;

    /// <summary>Returns whether one of several conditions held, by its index.</summary>
    public bool HasHeld(int condition) => reply.Held.Any(held => held.Index == condition);

    /// <summary>Gets the values of the last frame; null if none were requested.</summary>
    public PlaceRead[]? Values => observed.Values(reply.Results);

    /// <summary>Gets the pictures that were taken on the way; null if none were requested.</summary>
    public KeyFrame[]? KeyFrames => request.KeyFrames is null
        ? null
        : [.. reply.KeyFrames.Select(picture => new KeyFrame(picture.Frame, ToPng(picture)))];

    /// <summary>Gets the pictures that were taken where steps ended; empty if none were requested.</summary>
    public IEnumerable<KeyFrame> StepPictures => IsPlain
        ? reply.Steps.Select(results => new KeyFrame(results[0].Frame, ToPng(results[^1])))
        : [];

    /// <summary>Gets the picture of the last frame; null if none was requested.</summary>
    public KeyFrame? Last => IsPlain ? new KeyFrame(Frame, ToPng(reply.Results[^1])) : null;

    /// <summary>
    /// Returns the picture of the last frame in the game's own size, OWNED BY THE CALLER; null if the request doesn't have screen: true.
    /// </summary>
    public Picture? Look() => IsPlain ? ToPicture(reply.Results[^1]) : null;

    public ActResponse Describe() => new(
        Frame, Frames,
        request.Steps is null ? null : reply.SequenceId, reply.StartedAt, reply.ReleasedAt,
        Met, request.Until is null ? null : ConditionHeld.Of(reply.Held),
        Values,
        IsPlain ? ToPng(reply.Results[^1]) : null, IsPlain ? null : observed.Screen(reply.Results),
        KeyFrames,
        request.EachStep == true
            ? StepViews.Of(sequence!, reply.Steps.Count).Select(view => Describe(view.Step, reply.Steps[view.Index])).ToArray() : null);

    private StepSeen Describe(int step, IReadOnlyList<BatchResult> results) => new(
        step, results[0].Frame, observed.Values(results), IsPlain ? ToPng(results[^1]) : null, IsPlain ? null : observed.Screen(results));

    /// <summary>Writes the turn as a binary response.</summary>
    public void WriteBinary(HttpResponse response) =>
        StepLayout.Respond(response, reply.Frame, request.Read?.Count ?? 0, observed, reply.Results);

    public void Dispose() => reply.Dispose();

    // Whether the request has screen: true, for a PNG, and not an object.
    private bool IsPlain => ReferenceEquals(request.Screen, ScreenRequest.Plain);

    private byte[] ToPng(BatchResult result)
    {
        if (!asPixels && scale == 1)
            return result.Payload.ToArray();
        using var picture = ToPicture(result);
        return PngWriter.Write(picture, scale).ToArray();
    }

    private Picture ToPicture(BatchResult result) =>
        asPixels ? ScreenCapture.FromBatch(result) : PngReader.Read(result.Payload, result.Frame);
}
