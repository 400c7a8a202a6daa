using Bridge.SocketPool;

namespace Bridge.Api.States;

/// <summary>Named states, which are those of a game.</summary>
internal static class StateOfGame
{
    /// <summary>The game that runs. Asked afresh, because another game's states must never be taken for this one's.</summary>
    public static async Task<EmulatorFacts> GameOfAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        await client.RefreshAsync(cancellationToken);
        return client.Status.Facts is { Platform: not ("none" or "") } facts
            ? facts
            : throw new EmulatorException(EmulatorFailure.NoGame, "No game is loaded in mGBA.");
    }

    /// <summary>The bytes of its state of this name.</summary>
    public static async Task<byte[]> ReadAsync(EmulatorClient client, StateFolder folder, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return folder.Read(client.Name, await GameOfAsync(client, cancellationToken), name);
    }
}
