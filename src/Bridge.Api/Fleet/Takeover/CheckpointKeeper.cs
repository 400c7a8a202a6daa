using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Fleet.Takeover;

/// <summary>Saves the states of this host's emulators that can come back on another host.</summary>
internal sealed class CheckpointKeeper(
    FleetOptions options, FleetDirectory fleet, ChosenNames chosen, Fence fence, CheckpointFiles files, EmulatorDirectory directory,
    TimeProvider time, WorkGuard guard, ILogger<CheckpointKeeper> logger) : BackgroundWork(guard)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly ConcurrentDictionary<string, Saved> _saved = new();
    private readonly Dictionary<string, Task> _saves = [];

    protected override async Task RunAsync(CancellationToken stopping)
    {
        try
        {
            await SaveRegularlyAsync(stopping);
        }
        finally
        {
            // No file changes after the stop.
            await Task.WhenAll(_saves.Values);
        }
    }

    private async Task SaveRegularlyAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stopping))
        {
            foreach (var gone in _saved.Keys.Where(name => !chosen.Has(name)))
                _saved.TryRemove(gone, out _);
            foreach (var (name, _) in _saves.Where(save => save.Value.IsCompleted))
                _saves.Remove(name);
            foreach (var (name, held) in chosen.Running)
            {
                if (held.Checkpoint is { } checkpoint && IsDue(name, checkpoint))
                    _saves[name] = Guard.RunAsync(nameof(CheckpointKeeper), stopping => SaveAsync(name, stopping), stopping);
            }
        }
    }

    private bool IsDue(string name, FleetCheckpoint checkpoint)
    {
        var now = time.GetTimestamp();
        var saved = _saved.GetOrAdd(name, new Saved(now, -1, IsSaving: false));
        return !saved.IsSaving && time.GetElapsedTime(saved.At, now).TotalSeconds >= checkpoint.EverySeconds && fence.MayServe(name)
            && _saved.TryUpdate(name, new Saved(now, saved.Frame, IsSaving: true), saved);
    }

    private async Task SaveAsync(string name, CancellationToken stopping)
    {
        var frame = _saved.TryGetValue(name, out var saved) ? saved.Frame : -1;
        try
        {
            if (fleet.Snapshot.Aliases.TryGetValue(name, out var alias) && alias.Host == options.Host
                && directory.FindCreated(name) is { Failure: null } created && created.Client.State == EmulatorState.Running
                && created.Client.Status.Frame != frame)
            {
                using var state = await created.Lease.UncountedAsync(() => created.Client.SaveStateAsync(StateParts.Fast, stopping));
                // It may have been taken over in the meantime.
                if (fence.MayServe(name))
                {
                    files.Write(name, alias.Revision, state.Frame, state.Payload.Span);
                    frame = state.Frame;
                    // It may have ended during the write.
                    if (!chosen.Has(name))
                        files.Delete(name, alias.Revision);
                }
            }
        }
        catch (Exception exception) when (exception is EmulatorException or IOException or UnauthorizedAccessException)
        {
            Log.NoCheckpoint(logger, name, exception.Message);
        }
        catch (OperationCanceledException)
        {
            // The bridge stops, or the emulator ends.
        }
        finally
        {
            if (_saved.TryGetValue(name, out var latest))
                _saved.TryUpdate(name, latest with { Frame = frame, IsSaving = false }, latest);
        }
    }

    // At: when the latest save began, as a timestamp. Frame: that of the latest state; -1: none.
    private sealed record Saved(long At, long Frame, bool IsSaving);
}
