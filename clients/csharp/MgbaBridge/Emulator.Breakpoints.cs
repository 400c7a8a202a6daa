using static MgbaBridge.BreakpointsJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Sets a breakpoint: each read, write or run of what is at an address is sent as an event of the topic breakpoint. An emulator has at
    /// most 64. Only the bundled emulator can.
    /// </summary>
    /// <param name="address">The first address.</param>
    /// <param name="on">read, write, access, change or execute.</param>
    /// <param name="length">1 to 33,554,432 bytes; null: 1.</param>
    /// <param name="condition">Which hits count; null: all.</param>
    /// <param name="limit">Max hits, 1 to 1,000,000, after which the breakpoint no longer acts; null: no limit.</param>
    /// <param name="stopTime">Max time that a hit stops the game, up to an hour; null: hits don't stop it.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<Breakpoint> SetBreakpointAsync(
        MemoryAddress address, string on, int? length = null, BreakpointCondition? condition = null, int? limit = null,
        TimeSpan? stopTime = null, CancellationToken cancellationToken = default)
    {
        var body = new NewBreakpointJson(
            address.Text, on, length, condition, limit, stopTime is null ? null : "stop", stopTime?.TotalSeconds);
        var call = Call.Of(HttpMethod.Post, $"{_path}/breakpoints", body, Default.NewBreakpointJson);
        return (await Transport.SendAsync(call, Default.BreakpointJson, cancellationToken).ConfigureAwait(false)).Breakpoint;
    }

    /// <summary>Returns the breakpoints and their hits, oldest first.</summary>
    public async Task<IReadOnlyList<Breakpoint>> GetBreakpointsAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/breakpoints"), Default.BreakpointListJson, cancellationToken)
            .ConfigureAwait(false);
        return [.. list.Breakpoints.Select(each => each.Breakpoint)];
    }

    /// <summary>Deletes a breakpoint.</summary>
    public Task DeleteBreakpointAsync(Breakpoint breakpoint, CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/breakpoints/{breakpoint.Id}"), cancellationToken);

    /// <summary>Deletes all breakpoints.</summary>
    public Task DeleteBreakpointsAsync(CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/breakpoints", IsRepeatable: true), cancellationToken);

    /// <summary>Returns where the game is stopped; null: it runs.</summary>
    public async Task<GameStop?> GetStopPlaceAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/breakpoints"), Default.BreakpointListJson, cancellationToken)
            .ConfigureAwait(false)).Stop?.Stop;

    /// <summary>Stops the game before its next instruction.</summary>
    /// <param name="stopTime">Max time until the game continues by itself, up to an hour; null: a minute.</param>
    /// <param name="timeoutFrames">Max frames to wait for the stop, 1 to 36,000; null: 600.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>Where the game is stopped; null: no instruction ran in these frames.</returns>
    public Task<GameStop?> StopGameAsync(
        TimeSpan? stopTime = null, int? timeoutFrames = null, CancellationToken cancellationToken = default)
    {
        var body = new StopGameJson(stopTime?.TotalSeconds, timeoutFrames);
        return AwaitStopAsync(Call.Of(HttpMethod.Post, $"{_path}/breakpoints/stop", body, Default.StopGameJson), cancellationToken);
    }

    /// <summary>Lets a stopped game continue.</summary>
    /// <returns>The frame.</returns>
    public async Task<long> ContinueGameAsync(CancellationToken cancellationToken = default) => (await Transport.SendAsync(
        new Call(HttpMethod.Post, $"{_path}/breakpoints/continue"), ClientJson.Default.FrameJson, cancellationToken)
        .ConfigureAwait(false)).Frame;

    /// <summary>Runs instructions of a stopped game.</summary>
    /// <param name="count">1 to 1,000,000 instructions.</param>
    /// <param name="timeoutFrames">Max frames to wait for the stop, 1 to 36,000; null: 600.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>Where the game is stopped then; null: the instructions did not end in these frames.</returns>
    public Task<GameStop?> StepInstructionsAsync(
        int count = 1, int? timeoutFrames = null, CancellationToken cancellationToken = default) => AwaitStopAsync(
        Call.Of(HttpMethod.Post, $"{_path}/breakpoints/step", new InstructionStepJson(count, timeoutFrames), Default.InstructionStepJson),
        cancellationToken);

    /// <summary>Runs the game until it runs, reads or writes what is at an address, and stops it there.</summary>
    /// <param name="address">The first address.</param>
    /// <param name="on">read, write, access, change or execute.</param>
    /// <param name="length">1 to 33,554,432 bytes; null: 1.</param>
    /// <param name="condition">Which hits count; null: all.</param>
    /// <param name="timeoutFrames">Max frames to wait for the stop, 1 to 36,000; null: 600.</param>
    /// <param name="stopTime">Max time until the game continues by itself, up to an hour; null: a minute.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>Where the game is stopped; null: there was no hit in these frames.</returns>
    public Task<GameStop?> RunUntilAsync(
        MemoryAddress address, string on = "execute", int? length = null, BreakpointCondition? condition = null, int? timeoutFrames = null,
        TimeSpan? stopTime = null, CancellationToken cancellationToken = default)
    {
        var body = new RunUntilJson(address.Text, on, length, condition, timeoutFrames, stopTime?.TotalSeconds);
        return AwaitStopAsync(Call.Of(HttpMethod.Post, $"{_path}/run-until", body, Default.RunUntilJson), cancellationToken);
    }

    private async Task<GameStop?> AwaitStopAsync(Call call, CancellationToken cancellationToken) =>
        (await Transport.SendAsync(call, Default.StoppedJson, cancellationToken).ConfigureAwait(false)).Stop?.Stop;
}
