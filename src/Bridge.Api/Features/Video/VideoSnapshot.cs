using Bridge.Api.Features.States;
using Bridge.Api.Features.Video.Decoding;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Video;

/// <summary>The video memory of a game, all read in one frame. Disposing this returns its bytes.</summary>
internal sealed class VideoSnapshot : IDisposable
{
    private readonly IDisposable _reply;

    private VideoSnapshot(IDisposable reply, VideoMemory memory, long frame) => (_reply, Memory, Frame) = (reply, memory, frame);

    /// <summary>Gets the memory; valid until <see cref="Dispose"/>.</summary>
    public VideoMemory Memory { get; }

    /// <summary>Gets the frame in which it was read.</summary>
    public long Frame { get; }

    /// <summary>
    /// Reads the memory with one command, in any mGBA: of a GBA game by a batch, of a Game Boy game by a save state. The caller disposes
    /// it.
    /// </summary>
    /// <exception cref="EmulatorException">The emulator does not respond, or runs no game.</exception>
    public static async Task<VideoSnapshot> ReadAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        var game = client.Status.Facts ?? await LoadedGame.OfAsync(client, cancellationToken);
        return game.Platform == "GB"
            ? await ReadGameBoyAsync(client, cancellationToken)
            : await ReadAdvanceAsync(client, cancellationToken);
    }

    public void Dispose() => _reply.Dispose();

    private static async Task<VideoSnapshot> ReadAdvanceAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        var batch = new EmulatorBatch();
        batch.ReadRange(0, AdvanceVideo.RegisterBytes, "io");
        batch.ReadRange(0, AdvanceVideo.PaletteBytes, "palette");
        batch.ReadRange(0, AdvanceVideo.VramBytes, "vram");
        batch.ReadRange(0, AdvanceVideo.OamBytes, "oam");
        var reply = await client.RunBatchAsync(batch, cancellationToken);
        var parts = reply.Results;
        return new VideoSnapshot(
            reply, new AdvanceVideo(parts[0].Payload, parts[1].Payload, parts[2].Payload, parts[3].Payload), reply.Frame);
    }

    private static async Task<VideoSnapshot> ReadGameBoyAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        var state = await client.SaveStateAsync(StateParts.None, cancellationToken);
        if (state.Payload.Length >= StateTable.GameBoyBytes && StateTable.MachineBytes(state.Payload.Span) == StateTable.GameBoyBytes)
            return new VideoSnapshot(state, new GameBoyVideo(state.Payload), state.Frame);
        state.Dispose();
        throw new EmulatorException(EmulatorFailure.ProtocolError, "The script sent a state that is not of a Game Boy.");
    }
}
