using Bridge.Api.Memory;
using Bridge.Api.OpenApi;
using Bridge.Api.Screen;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Frames;

/// <summary>The result of a turn. Owns the emulator's reply.</summary>
/// <param name="reply">The reply of the emulator.</param>
/// <param name="request">The request for the turn.</param>
/// <param name="places">The places that were read.</param>
/// <param name="asPixels">Whether the pictures in the reply are pixels instead of PNGs.</param>
/// <param name="scale">Pixels of a picture for each pixel of the game, in both directions.</param>
internal sealed class PlayedTurn(ActReply reply, ActRequest request, IReadOnlyList<MemoryPlace> places, bool asPixels, int scale)
    : IDisposable
{
    public ActResponse Describe() => new(
        reply.Frame, reply.Frames,
        request.Steps is null ? null : reply.SequenceId, reply.StartedAt, reply.ReleasedAt,
        request.Until is null ? null : reply.Met,
        request.Read is null ? null : places.Zip(reply.Results, (place, result) => place.Describe(result)).ToArray(),
        request.Screen == true ? ToPng(reply.Results[^1]) : null,
        request.KeyFrames is null ? null : reply.KeyFrames.Select(picture => new KeyFrame(picture.Frame, ToPng(picture))).ToArray());

    public void Dispose() => reply.Dispose();

    private byte[] ToPng(BatchResult result)
    {
        if (!asPixels && scale == 1)
            return result.Payload.ToArray();
        using var picture = asPixels ? ScreenCapture.FromBatch(result) : PngReader.Read(result.Payload, result.Frame);
        return PngWriter.Write(picture, scale).ToArray();
    }
}
