using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Starts one emulator for a client, or takes a warm one, and brings its game to the first frame.</summary>
internal sealed class EmulatorCreation(
    EmulatorDirectory directory, HostStarter starter, WarmHosts warm, HostFolders folders, NamedStates states, TimeProvider time)
{
    private static readonly TimeSpan TimeToConnect = TimeSpan.FromSeconds(10);

    /// <summary>Creates an emulator and its record; it is not in the directory yet. If it fails, nothing is left.</summary>
    /// <exception cref="RequestException">The emulator did not start, or the state can't be loaded.</exception>
    /// <exception cref="IOException">Its files can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">Its files can't be written.</exception>
    public async Task<HostedEmulator> RunAsync(NewEmulator wanted, string name, CancellationToken cancellationToken)
    {
        HostProcess? host = null;
        EmulatorClient? client = null;
        try
        {
            folders.Check(name);
            var isWarm = wanted.Plan.FitsRunningHost && !folders.HasSaves(name) && (host = warm.Take()) is not null;
            if (isWarm)
                host!.Folder = folders.Rename(host.Folder, name);
            host ??= await starter.StartAsync(wanted.Plan, folders.Create(name), wanted.Lease, cancellationToken);
            client = directory.Connect(name, host.SocketPath, host.Secret);
            await WaitUntilRunningAsync(client, host, cancellationToken);
            if (isWarm)
                await ChangeAsync(client, wanted, cancellationToken);
            if (wanted.State is { } state)
                await states.LoadOfAsync(client, state.Emulator, state.Name, cancellationToken);
            if (wanted.Checkpoint is { } checkpoint)
                await client.LoadStateAsync(StateParts.Loaded, checkpoint, cancellationToken);
            // The first frame that ends after a reset may be the one that it interrupted, which has the number 0.
            while ((await client.WaitForFramesAsync(1, cancellationToken)).Frame < 1)
                cancellationToken.ThrowIfCancellationRequested();
            await client.RefreshAsync(cancellationToken);
            var lease = new EmulatorLease(time, wanted.Lease);
            lease.Begin(client.RequestCount);
            var created = new CreatedEmulator(client, wanted.Rom, wanted.Labels, lease) { Key = wanted.Key, Restored = wanted.Restored };
            var hosted = new HostedEmulator(created, host, wanted.Plan, keepsSaves: wanted.Name is not null);
            HostRecordFile.Write(host.Folder, hosted.ToRecord());
            return hosted;
        }
        catch
        {
            await UndoAsync(client, host, folders.Of(name), keepsSaves: wanted.Name is not null);
            throw;
        }
    }

    private static async Task UndoAsync(EmulatorClient? client, HostProcess? host, string folder, bool keepsSaves)
    {
        try
        {
            if (client is not null)
                await client.DisposeAsync();
        }
        finally
        {
            if (host is not null)
            {
                await host.EndAsync();
                // A warm emulator's folder may still have its old name.
                if (host.Folder != folder)
                    HostFolders.Delete(host.Folder, keepsSaves: false);
                host.Dispose();
            }

            HostFolders.Delete(folder, keepsSaves);
        }
    }

    // A warm emulator plays another game, at the console's speed.
    private static async Task ChangeAsync(EmulatorClient client, NewEmulator wanted, CancellationToken cancellationToken)
    {
        await client.SetExpiryAsync(wanted.Lease ?? TimeSpan.Zero, cancellationToken);
        try
        {
            await client.LoadRomAsync(wanted.Plan.Rom, reset: true, cancellationToken);
        }
        catch (EmulatorException refused) when (refused.Failure is EmulatorFailure.BadRequest or EmulatorFailure.EmulatorRefused)
        {
            throw new RequestException(ProblemTypes.EmulatorRefused, $"The emulator did not start: {refused.Message}");
        }

        await client.SetSpeedAsync(wanted.Plan.Speed, cancellationToken);
    }

    private async Task WaitUntilRunningAsync(EmulatorClient client, HostProcess host, CancellationToken cancellationToken)
    {
        // Cancelled below. Otherwise the wait for a script that never runs would last as long as the client's connection.
        using var waiting = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = client.WaitUntilRunningAsync(waiting.Token);
        await ((Task)Task.WhenAny(running, host.Ended)).WaitAsync(TimeToConnect, time, cancellationToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var isRunning = running.IsCompletedSuccessfully;
        await waiting.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
        if (!isRunning)
            throw new RequestException(ProblemTypes.EmulatorRefused, $"The emulator did not start: {host.LastLines()}");
    }
}
