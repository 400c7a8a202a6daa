using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Waits 1 to 36,000 emulated frames.</summary>
    public Task<Waited> WaitFramesAsync(int frames, CancellationToken cancellationToken = default) =>
        WaitAsync(new WaitJson(frames, null, null), cancellationToken);

    /// <summary>Waits for a value in memory or a new picture; not met after <paramref name="timeoutFrames"/>, 1 to 36,000.</summary>
    public Task<Waited> WaitUntilAsync(Condition condition, int timeoutFrames = 600, CancellationToken cancellationToken = default) =>
        WaitAsync(new WaitJson(null, condition, timeoutFrames), cancellationToken);

    /// <summary>Plays one turn in one request: load a state, press, wait, settle, read, take a picture.</summary>
    public async Task<TurnResult> ActAsync(Turn turn, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/act", turn, Default.Turn);
        var done = await Transport.SendAsync(call, Default.TurnJson, cancellationToken).ConfigureAwait(false);
        var readings = new Readings(done.Frame, [.. (done.Values ?? []).Select(each => each.Reading)]);
        return new TurnResult(done.Frame, done.Frames, done.Met, readings, done.Png is null ? null : done.Png);
    }

    /// <summary>Stops the game between steps. The hold ends a <paramref name="lease"/> (0.1 to 600 s) after the last step.</summary>
    public async Task<GameHold> HoldAsync(
        TimeSpan? lease = null, bool exclusive = false, string? owner = null, CancellationToken cancellationToken = default)
    {
        var body = new HoldJson(lease?.TotalSeconds ?? 20, exclusive, owner, null);
        var begun = await Transport.SendAsync(Call.Of(HttpMethod.Post, $"{_path}/frames/hold", body, Default.HoldJson), Default.LeaseJson,
            cancellationToken).ConfigureAwait(false);
        return new GameHold(this, _path, begun.Lease);
    }

    /// <summary>Returns the save state of the running game.</summary>
    public async Task<byte[]> GetStateAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/state"), cancellationToken).ConfigureAwait(false)).Body;

    /// <summary>Loads a state from its bytes, at most 2 MiB.</summary>
    /// <returns>The frame.</returns>
    public Task<long> RestoreAsync(ReadOnlyMemory<byte> state, CancellationToken cancellationToken = default) =>
        FrameAsync(new Call(HttpMethod.Put, $"{_path}/state", state, true), cancellationToken);

    /// <summary>Saves the running game under a name: 1 to 64 characters A-Z, a-z, 0-9, -, _ and dots.</summary>
    public Task SaveStateAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Put, State(name), null, true), cancellationToken);

    /// <summary>Loads a named state.</summary>
    /// <returns>The frame.</returns>
    public Task<long> LoadStateAsync(string name, CancellationToken cancellationToken = default) =>
        FrameAsync(new Call(HttpMethod.Post, $"{State(name)}/load", null, true), cancellationToken);

    /// <summary>Deletes a named state.</summary>
    public Task DeleteStateAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, State(name)), cancellationToken);

    /// <summary>Returns the names of the running game's states.</summary>
    public async Task<IReadOnlyList<string>> GetStatesAsync(CancellationToken cancellationToken = default)
    {
        var list = await Transport.SendAsync(Call.Get($"{_path}/states"), Default.StatesJson, cancellationToken).ConfigureAwait(false);
        return [.. list.States.Select(each => each.Name)];
    }

    private string State(string name) => $"{_path}/states/{Uri.EscapeDataString(name)}";

    private Task<Waited> WaitAsync(WaitJson body, CancellationToken cancellationToken) => Transport.SendAsync(
        Call.Of(HttpMethod.Post, $"{_path}/frames/wait", body, Default.WaitJson, true), Default.Waited, cancellationToken);

    private async Task<long> FrameAsync(Call call, CancellationToken cancellationToken) =>
        (await Transport.SendAsync(call, Default.FrameJson, cancellationToken).ConfigureAwait(false)).Frame;
}
