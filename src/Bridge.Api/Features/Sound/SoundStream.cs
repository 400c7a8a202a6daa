using System.IO.Pipelines;
using Bridge.Api.Features.Clips.Formats;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Sound;

/// <summary>Reads the sound of an emulator for one client, by asking every 40 ms for what was heard since the last time.</summary>
internal sealed class SoundStream(EmulatorClient emulator, EmulatorDirectory emulators, TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromMilliseconds(250);

    // The number of the first sample that the client has not got yet.
    private long _next;

    /// <summary>Finds the number of the present sample, with which the stream begins.</summary>
    /// <exception cref="EmulatorException">The emulator gives no sound, or is not there.</exception>
    public async Task BeginAsync(CancellationToken cancellationToken)
    {
        var (begin, reply) = await emulator.ReadSoundAsync(from: 0, cancellationToken);
        reply.Dispose();
        _next = begin;
    }

    /// <summary>Writes what is heard until the emulator is removed.</summary>
    /// <exception cref="OperationCanceledException">The token ended it.</exception>
    public async Task CopyAsync(PipeWriter writer, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(cancellationToken))
        {
            try
            {
                await CopyNewAsync(writer, cancellationToken);
            }
            catch (EmulatorException)
            {
                if (!emulators.Has(emulator))
                    return;
                // It may respond again later, and the stream continues with its sound then.
                await Task.Delay(PauseAfterFailure, time, cancellationToken);
            }
        }
    }

    private async Task CopyNewAsync(PipeWriter writer, CancellationToken cancellationToken)
    {
        // At least 1, because 0 would return no samples.
        var (begin, reply) = await emulator.ReadSoundAsync(Math.Max(1, _next), cancellationToken);
        using (reply)
        {
            _next = begin + (reply.Payload.Length / WavWriter.SampleBytes);
            if (reply.Payload.Length == 0)
                return;
            reply.Payload.Span.CopyTo(writer.GetSpan(reply.Payload.Length));
            writer.Advance(reply.Payload.Length);
        }

        // Not cancelled, because Kestrel would reset the connection, and the client would not see the stream end.
        await writer.FlushAsync(CancellationToken.None);
    }
}
