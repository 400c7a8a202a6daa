using System.Runtime.CompilerServices;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>What models saw last of each game. It is forgotten with the emulator, or when the bridge ends. Thread-safe.</summary>
internal sealed class GameViews
{
    private readonly ConditionalWeakTable<EmulatorClient, GameView> _views = [];

    /// <summary>Returns what models saw of an emulator's game.</summary>
    public GameView Of(EmulatorClient emulator) => _views.GetOrCreateValue(emulator);
}
