using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>Plays in a frozen game that then goes back to where it was.</summary>
internal static class TemporaryPlay
{
    /// <summary>The capability of an emulator that keeps a history.</summary>
    public const string History = "history";

    /// <summary>Returns whether the game can go back, because it is frozen and keeps a history.</summary>
    public static bool IsPossible(EmulatorClient emulator) =>
        emulator.State == EmulatorState.Held && emulator.Status.Facts?.Capabilities.Contains(History) == true;

    /// <summary>Plays, and then goes back if that is possible, also after a failure.</summary>
    public static async Task<T> RunAsync<T>(EmulatorClient emulator, Func<Task<T>> play, CancellationToken cancellationToken)
    {
        var start = IsPossible(emulator) ? (await emulator.GetHistoryAsync(cancellationToken)).Now : (long?)null;
        try
        {
            return await play();
        }
        finally
        {
            if (start is { } before)
                await emulator.RewindAsync(RewindTarget.To((int)before), lease: null, CancellationToken.None);
        }
    }
}
