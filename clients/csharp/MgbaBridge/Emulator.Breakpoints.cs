using static MgbaBridge.BreakpointsJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Has each read, write or run of what is at an address told as an event of the topic breakpoint; the game goes on. At most 64 an
    /// emulator. Only the bundled emulator can.
    /// </summary>
    /// <param name="address">Where it begins.</param>
    /// <param name="on">read, write, access, change or execute.</param>
    /// <param name="length">1 to 33,554,432 bytes; null: 1.</param>
    /// <param name="condition">Which hits count; null: all.</param>
    /// <param name="limit">1 to 1,000,000 hits after which it no longer acts; null: none.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<Breakpoint> SetBreakpointAsync(
        MemoryAddress address, string on, int? length = null, BreakpointCondition? condition = null, int? limit = null,
        CancellationToken cancellationToken = default)
    {
        var body = new NewBreakpointJson(address.Text, on, length, condition, limit);
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

    /// <summary>Ends a breakpoint.</summary>
    public Task DeleteBreakpointAsync(Breakpoint breakpoint, CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/breakpoints/{breakpoint.Id}"), cancellationToken);

    /// <summary>Ends all breakpoints.</summary>
    public Task DeleteBreakpointsAsync(CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/breakpoints", null, true), cancellationToken);
}
