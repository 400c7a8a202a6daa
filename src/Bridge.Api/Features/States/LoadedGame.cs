using Bridge.SocketPool;

namespace Bridge.Api.Features.States;

/// <summary>Finds out which game an emulator runs.</summary>
internal static class LoadedGame
{
    /// <summary>Returns the game. Requested each time, because the files of another game must never be used.</summary>
    /// <exception cref="EmulatorException">No game is loaded: <see cref="EmulatorFailure.NoGame"/>.</exception>
    public static async Task<EmulatorFacts> OfAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        await client.RefreshAsync(cancellationToken);
        return client.Status.Facts is { Platform: not ("none" or "") } facts
            ? facts
            : throw new EmulatorException(EmulatorFailure.NoGame, "No game is loaded in mGBA.");
    }
}
