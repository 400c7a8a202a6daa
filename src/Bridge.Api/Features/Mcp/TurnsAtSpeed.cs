using Bridge.Api.Features.Frames;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>Plays parts of turns: in a frozen game at the speed of the settings, in a running one at its own.</summary>
internal sealed class TurnsAtSpeed(Turns turns, McpOptions options)
{
    // The capability of an emulator that can play a frozen game at a given speed.
    private const string Speed = "speed";

    /// <summary>Checks a turn before anything is done. Nothing is sent to the emulator.</summary>
    /// <exception cref="Contract.Errors.RequestException">A member is invalid.</exception>
    public Task CheckAsync(EmulatorClient emulator, ActRequest asked, IReadOnlyList<int>? views) =>
        turns.CheckAsync(emulator, asked, views);

    /// <summary>Plays a part. The caller disposes the result.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="asked">The part.</param>
    /// <param name="views">After which steps pictures are taken, by index; null: after all.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public async Task<PlayedTurn> PlayAsync(
        EmulatorClient emulator, ActRequest asked, IReadOnlyList<int>? views, CancellationToken cancellationToken)
    {
        if (emulator.State != EmulatorState.Held || emulator.Status.Facts?.Capabilities.Contains(Speed) != true)
            return await turns.PlayAsync(emulator, asked, cancellationToken, views: views);
        try
        {
            return await turns.PlayAsync(emulator, asked with { Speed = options.TurnSpeed }, cancellationToken, views: views);
        }
        catch (EmulatorException refused) when (refused.Failure == EmulatorFailure.NotHeld)
        {
            // It has been resumed in the meantime, and nothing was done.
            return await turns.PlayAsync(emulator, asked, cancellationToken, views: views);
        }
    }
}
