using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Waits 1 to 36,000 emulated frames.</summary>
    public Task<Waited> WaitFramesAsync(int frames, CancellationToken cancellationToken = default) =>
        WaitAsync(new WaitJson(frames), cancellationToken);

    /// <summary>Waits until conditions are met, for at most <paramref name="timeoutFrames"/>, 1 to 36,000.</summary>
    public Task<Waited> WaitUntilAsync(Until until, int timeoutFrames = 600, CancellationToken cancellationToken = default) =>
        WaitAsync(new WaitJson(Until: until, TimeoutFrames: timeoutFrames), cancellationToken);

    /// <summary>Plays one turn in one request: load a state, press, wait, settle, read, take a picture.</summary>
    public async Task<TurnResult> ActAsync(Turn turn, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/act", turn, Default.Turn);
        return (await Transport.SendAsync(call, Default.TurnJson, cancellationToken).ConfigureAwait(false)).Result;
    }

    /// <summary>
    /// Stops the game between steps. The hold ends when <paramref name="lease"/> (0.1 to 600 s; null: 20 s) has passed since the last step.
    /// </summary>
    public async Task<GameHold> HoldAsync(
        TimeSpan? lease = null, bool exclusive = false, string? owner = null, CancellationToken cancellationToken = default)
    {
        var body = new HoldJson(lease?.TotalSeconds ?? 20, exclusive, owner);
        var call = Call.Of(HttpMethod.Post, $"{_path}/frames/hold", body, Default.HoldJson);
        var begun = await Transport.SendAsync(call, Default.HoldBegunJson, cancellationToken).ConfigureAwait(false);
        return new GameHold(this, _path, begun);
    }

    /// <summary>Ends any client's hold. With tokens this needs the scope admin.</summary>
    public Task ForceReleaseAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/frames/hold?force=true"), cancellationToken);

    private async Task<Waited> WaitAsync(WaitJson body, CancellationToken cancellationToken)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/frames/wait", body, Default.WaitJson, isRepeatable: true);
        var done = await Transport.SendAsync(call, Default.WaitedJson, cancellationToken).ConfigureAwait(false);
        return new Waited(done.Frame, done.Waited, done.Met, done.Value, done.Held ?? []);
    }
}
