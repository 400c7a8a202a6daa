using System.Runtime.CompilerServices;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>What models saw last of each game. It is forgotten with the emulator, or when the bridge ends. Thread-safe.</summary>
internal sealed class GameViews(TimeProvider time)
{
    // Of the game, at its own speed.
    private const int FramesPerSecond = 60;

    // A game that began with the bridge may be loaded for some seconds before.
    private const int MaxHeadStart = 60 * FramesPerSecond;

    private readonly ConditionalWeakTable<EmulatorClient, GameView> _views = [];
    private readonly long _started = time.GetTimestamp();

    /// <summary>Returns what models saw of an emulator's game.</summary>
    public GameView Of(EmulatorClient emulator) => _views.GetOrCreateValue(emulator);

    /// <summary>Returns whether a game runs for longer than the bridge, so that an earlier one may have frozen it.</summary>
    public bool IsOlder(long frame) => frame > (FramesPerSecond * time.GetElapsedTime(_started).TotalSeconds) + MaxHeadStart;
}
