using System.Runtime.CompilerServices;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>The views that models have of games. A view is forgotten with its emulator, or when the bridge ends. Thread-safe.</summary>
internal sealed class GameViews(TimeProvider time)
{
    // Of a game at speed 1, about.
    private const int FramesPerSecond = 60;

    // A game may have been loaded shortly before the bridge started.
    private const int MaxHeadStart = 60 * FramesPerSecond;

    private readonly ConditionalWeakTable<EmulatorClient, GameView> _views = [];
    private readonly long _started = time.GetTimestamp();

    /// <summary>Returns the view of an emulator's game.</summary>
    public GameView Of(EmulatorClient emulator) => _views.GetOrCreateValue(emulator);

    /// <summary>
    /// Returns whether a frame number is too high for a game that started with this bridge and ran at speed 1: an earlier bridge may have
    /// frozen it. A higher speed or a loaded state also makes the number too high.
    /// </summary>
    public bool IsOlder(long frame) => frame > (FramesPerSecond * time.GetElapsedTime(_started).TotalSeconds) + MaxHeadStart;
}
