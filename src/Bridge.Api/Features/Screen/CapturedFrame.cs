namespace Bridge.Api.Features.Screen;

/// <summary>One picture of a feed, ready to be sent to any number of viewers, or the reason why there is none.</summary>
/// <remarks>Compared by reference: two captures of the same picture are different.</remarks>
internal sealed class CapturedFrame(ReadOnlyMemory<byte> png, long frame, Exception? failure)
{
    /// <summary>Gets the PNG; empty if there is a failure.</summary>
    public ReadOnlyMemory<byte> Png { get; } = png;

    /// <summary>Gets the emulator's frame number.</summary>
    public long Frame { get; } = frame;

    /// <summary>Gets the reason why there is no picture; null if there is one.</summary>
    public Exception? Failure { get; } = failure;
}
