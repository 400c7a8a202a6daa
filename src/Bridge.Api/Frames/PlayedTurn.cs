using Bridge.Api.Memory;
using Bridge.Api.OpenApi;
using Bridge.Api.Screen;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Frames;

/// <summary>A turn that was played.</summary>
/// <param name="reply">What the emulator has answered.</param>
/// <param name="asked">What was asked for.</param>
/// <param name="places">The places that were read.</param>
/// <param name="asPixels">Whether pictures are pixels, and not PNGs.</param>
/// <param name="scale">Pixels of a picture for each pixel of the game, in both directions.</param>
internal sealed class PlayedTurn(ActReply reply, ActRequest asked, IReadOnlyList<MemoryPlace> places, bool asPixels, int scale)
    : IDisposable
{
    public ActResponse Describe() => new(
        reply.Frame, reply.Frames,
        asked.Steps is null ? null : reply.SequenceId, reply.StartedAt, reply.ReleasedAt,
        asked.Until is null ? null : reply.Met,
        asked.Read is null ? null : places.Zip(reply.Results, (place, result) => place.Describe(result)).ToArray(),
        asked.Screen == true ? ToPng(reply.Results[^1]) : null,
        asked.KeyFrames is null ? null : reply.KeyFrames.Select(picture => new KeyFrame(picture.Frame, ToPng(picture))).ToArray());

    public void Dispose() => reply.Dispose();

    private byte[] ToPng(BatchResult result)
    {
        if (!asPixels && scale == 1)
            return result.Payload.ToArray();
        using var picture = asPixels ? ScreenCapture.FromBatch(result) : PngReader.Read(result.Payload, result.Frame);
        return PngWriter.Write(picture, scale).ToArray();
    }
}
