using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Conditions;
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
    public ActResponse Describe() => new(
        reply.Frame, reply.Frames,
        request.Steps is null ? null : reply.SequenceId, reply.StartedAt, reply.ReleasedAt,
        request.Until is null ? null : reply.Met, request.Until is null ? null : ConditionHeld.Of(reply.Held),
        observed.Values(reply.Results),
        IsPlain ? ToPng(reply.Results[^1]) : null, IsPlain ? null : observed.Screen(reply.Results),
        request.KeyFrames is null ? null : reply.KeyFrames.Select(picture => new KeyFrame(picture.Frame, ToPng(picture))).ToArray(),
        request.EachStep == true
            ? StepViews.Of(sequence!, reply.Steps.Count).Select(view => Describe(view.Step, reply.Steps[view.Index])).ToArray() : null);

    private StepSeen Describe(int step, IReadOnlyList<BatchResult> results) => new(
        step, results[0].Frame, observed.Values(results), IsPlain ? ToPng(results[^1]) : null, IsPlain ? null : observed.Screen(results));

    /// <summary>Writes the turn as a binary response.</summary>
    public void WriteBinary(HttpResponse response) =>
        StepLayout.Respond(response, reply.Frame, request.Read?.Count ?? 0, observed, reply.Results);

    public void Dispose() => reply.Dispose();

    private bool IsPlain => ReferenceEquals(request.Screen, ScreenRequest.Plain);

    private byte[] ToPng(BatchResult result)
    {
        if (!asPixels && scale == 1)
            return result.Payload.ToArray();
        using var picture = asPixels ? ScreenCapture.FromBatch(result) : PngReader.Read(result.Payload, result.Frame);
        return PngWriter.Write(picture, scale).ToArray();
    }
}
