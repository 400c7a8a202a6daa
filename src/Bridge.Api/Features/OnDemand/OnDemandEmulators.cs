using System.Collections.Concurrent;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Creates emulators and ends them, and starts those again that end by themselves.</summary>
internal sealed class OnDemandEmulators(
    EmulatorDirectory directory, EmulatorCreation creation, CreationPlaces places, HostStarter starter, WarmHosts warm, HostFolders folders,
    EndedNames ended, TimeProvider time, WorkGuard guard, ILogger<OnDemandEmulators> logger)
{
    private readonly ConcurrentDictionary<string, HostedEmulator> _byName = new();

    /// <summary>Gets all of them.</summary>
    public IEnumerable<HostedEmulator> All => _byName.Values;

    /// <summary>Creates an emulator and waits until its first frame has run.</summary>
    /// <exception cref="RequestException">
    /// The name is taken, there are too many emulators, the emulator did not start, or its files can't be written. Nothing is left then.
    /// </exception>
    public async Task<CreatedEmulator> CreateAsync(NewEmulator wanted, CancellationToken cancellationToken)
    {
        folders.Open();
        var name = places.Take(wanted.Name ?? wanted.GivenName);
        HostedEmulator created;
        try
        {
            created = await creation.RunAsync(wanted, name, cancellationToken);
        }
        catch (Exception exception)
        {
            places.Release(name);
            if (exception is IOException or UnauthorizedAccessException)
                throw folders.Failed("The emulator was not created", exception);
            throw;
        }

        await AddOrEndAsync(created);
        places.Finish(name);
        warm.Fill(wanted.Plan.Rom);
        return created.Emulator;
    }

    /// <summary>Adds an emulator that runs already, and has a record.</summary>
    /// <exception cref="ArgumentException">There is another emulator with its name.</exception>
    public void Add(HostedEmulator hosted)
    {
        directory.Add(hosted.Emulator);
        _byName[hosted.Emulator.Name] = hosted;
        _ = guard.KeepAsync(nameof(OnDemandEmulators), _ => SuperviseAsync(hosted), CancellationToken.None);
    }

    /// <summary>Returns whether a creation's emulator is here, has not ended, and is not being ended.</summary>
    public bool IsThere(Creation creation) => creation is Creation.Here { Emulator: var created }
        && _byName.TryGetValue(created.Name, out var hosted) && hosted.Emulator == created && !hosted.IsEnding;

    /// <summary>Ends an emulator, whose game writes its save. Ends nothing if it has been ended within the last minutes.</summary>
    /// <exception cref="RequestException">There is no such emulator, or no client created it.</exception>
    public Task EndAsync(string name)
    {
        var hosted = _byName.GetValueOrDefault(name);
        return hosted is null && ended.Has(name) ? Task.CompletedTask : EndAsync(hosted ?? throw NotCreated(name));
    }

    /// <summary>Ends an emulator, unless it has ended already.</summary>
    public Task EndAsync(CreatedEmulator created) =>
        _byName.TryGetValue(created.Name, out var hosted) && hosted.Emulator == created ? EndAsync(hosted) : Task.CompletedTask;

    /// <summary>Ends an emulator. Returns when nothing of it is left.</summary>
    public Task EndAsync(HostedEmulator hosted) => hosted.EndAsync(() => EndNowAsync(hosted));

    /// <summary>Ends an emulator whose lease has ended.</summary>
    /// <param name="hosted">The emulator.</param>
    /// <param name="isUnused">Returns whether it is still unused. Its lease can't change meanwhile.</param>
    /// <returns>Whether it was ended.</returns>
    public async Task<bool> EndUnusedAsync(HostedEmulator hosted, Func<bool> isUnused)
    {
        Task end;
        using (await hosted.EnterAsync(CancellationToken.None))
        {
            if (hosted.IsEnding || !isUnused())
                return false;
            end = EndAsync(hosted);
        }

        await end;
        return true;
    }

    /// <summary>Sets the duration of an emulator's lease, from now.</summary>
    /// <returns>The lease that counts now, and that its record has.</returns>
    /// <exception cref="RequestException">There is no such emulator, no client created it, or its record can't be written.</exception>
    /// <exception cref="EmulatorException">The script did not confirm it. The lease and its record are as before.</exception>
    public async Task<LeaseDescription> RenewAsync(string name, TimeSpan? duration, CancellationToken cancellationToken)
    {
        var hosted = _byName.GetValueOrDefault(name) ?? throw NotCreated(name);
        using var turn = await hosted.EnterAsync(cancellationToken);
        if (hosted.IsEnding)
            throw new RequestException(ProblemTypes.UnknownEmulator, $"The emulator {name} has just been ended.", "emulator");
        var (client, before) = (directory.Get(name), hosted.ToRecord());
        if (TryRecord(hosted, before with { LeaseSeconds = duration?.TotalSeconds }) is { } failure)
            throw folders.Failed($"The lease of the emulator {name} was not changed", failure);
        try
        {
            await client.SetExpiryAsync(duration ?? TimeSpan.Zero, cancellationToken);
        }
        catch (Exception refusal)
        {
            if (TryRecord(hosted, before) is null)
                throw;
            // The next bridge would use the lease in the record, so that one counts.
            Log.LeaseNotSent(logger, name, refusal.Message);
        }

        hosted.Emulator.Lease.Renew(duration);
        return hosted.Emulator.Describe().Lease;
    }

    // Returns why the record can't be written; null if it was.
    private static Exception? TryRecord(HostedEmulator hosted, HostRecord record)
    {
        try
        {
            HostRecordFile.Write(hosted.Host.Folder, record);
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return exception;
        }
    }

    private async Task AddOrEndAsync(HostedEmulator created)
    {
        try
        {
            Add(created);
        }
        catch (ArgumentException)
        {
            // The bridge has found an emulator with this name meanwhile.
            await EndAsync(created);
            await created.Emulator.Client.DisposeAsync();
            throw CreationPlaces.Taken(created.Emulator.Name);
        }
    }

    // Whatever fails, the process is ended, and the place and the name are free.
    private async Task EndNowAsync(HostedEmulator hosted)
    {
        var name = hosted.Emulator.Name;
        try
        {
            await directory.RemoveAsync(hosted.Emulator);
        }
        finally
        {
            try
            {
                await hosted.Host.EndAsync();
                HostFolders.Delete(hosted.Host.Folder, hosted.KeepsSaves);
            }
            finally
            {
                hosted.Host.Dispose();
                // First, so that a repeated request finds its end when it does not find the emulator.
                ended.Add(name);
                _byName.TryRemove(new(name, hosted));
                places.Release(name);
            }
        }
    }

    private async Task SuperviseAsync(HostedEmulator hosted)
    {
        while (true)
        {
            await hosted.Host.Ended;
            using var turn = await hosted.EnterAsync(CancellationToken.None);
            if (hosted.IsEnding)
                return;
            var (name, lines) = (hosted.Emulator.Name, hosted.Host.LastLines());
            Log.HostDied(logger, name, lines);
            var problem = hosted.Dies(time)
                ? $"ended {HostedEmulator.MaxDeaths} times within a minute and is not started again. Its last lines: {lines}"
                : await StartAgainAsync(hosted);
            if (problem is null)
                continue;
            await directory.FailAsync(hosted.Emulator, $"The emulator {name} {problem} End it with DELETE /emulators/{name}.");
            return;
        }
    }

    // Returns why it can't be started again; null if it runs, or is being ended.
    private async Task<string?> StartAgainAsync(HostedEmulator hosted)
    {
        var (old, secret) = (hosted.Host, HostStarter.NewSecret());
        try
        {
            // Before the script listens, so that the first hello has it.
            hosted.Emulator.Client.UseSecret(secret);
            hosted.Host = await starter.StartAsync(
                hosted.Plan, old.Folder, hosted.Emulator.Lease.Duration, secret, hosted.ToRecord, hosted.Ending);
            old.Dispose();
            return null;
        }
        catch (OperationCanceledException) when (hosted.IsEnding)
        {
            return null;
        }
        catch (Exception exception)
        {
            return $"can't be started again. {exception.Message}";
        }
    }

    private RequestException NotCreated(string name)
    {
        // Throws if there is no such emulator at all.
        directory.Get(name);
        return new RequestException(ProblemTypes.Conflict,
            $"The emulator {name} was not created by a client; the bridge connects to it, but can't end it.", "emulator");
    }
}
