namespace Bridge.Api.Screen;

/// <summary>One picture of a feed, ready to be sent to any number of viewers, or the reason why there is none.</summary>
/// <remarks>A class without equality of its own: two shots of the same look are two shots.</remarks>
internal sealed class CapturedFrame(ReadOnlyMemory<byte> png, long frame, Exception? failure)
{
    /// <summary>Empty when there is a failure.</summary>
    public ReadOnlyMemory<byte> Png { get; } = png;

    /// <summary>The emulator's frame number.</summary>
    public long Frame { get; } = frame;

    /// <summary>Why there is no picture; null when there is one.</summary>
    public Exception? Failure { get; } = failure;
}
