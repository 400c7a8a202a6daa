using System.Collections.Concurrent;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.OnDemand;

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
    /// The name is taken, there are too many emulators, or the emulator did not start. Nothing is left then.
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
        catch
        {
            places.Release(name);
            throw;
        }

        Add(created);
        places.Finish(name);
        warm.Fill(wanted.Plan.Rom);
        return created.Emulator;
    }

    /// <summary>Adds an emulator that runs already.</summary>
    public void Add(HostedEmulator hosted)
    {
        HostFolders.Write(hosted.Host.Folder, hosted.ToRecord());
        _byName[hosted.Emulator.Name] = hosted;
        directory.Add(hosted.Emulator);
        _ = guard.KeepAsync(nameof(OnDemandEmulators), _ => SuperviseAsync(hosted), CancellationToken.None);
    }

    /// <summary>Ends an emulator, whose game writes its save. Ends nothing if it has been ended within the last minutes.</summary>
    /// <exception cref="RequestException">There is no such emulator, or no client created it.</exception>
    public Task EndAsync(string name)
    {
        if (_byName.TryGetValue(name, out var hosted))
            return EndAsync(hosted);
        if (ended.Has(name))
            return Task.CompletedTask;
        directory.Get(name);
        throw NotCreated(name);
    }

    /// <summary>Ends an emulator.</summary>
    public async Task EndAsync(HostedEmulator hosted)
    {
        if (!hosted.TryEnd())
            return;
        var name = hosted.Emulator.Name;
        await directory.RemoveAsync(hosted.Emulator);
        await hosted.Host.EndAsync();
        HostFolders.Delete(hosted.Host.Folder, hosted.KeepsSaves);
        hosted.Host.Dispose();
        _byName.TryRemove(name, out _);
        ended.Add(name);
        places.Release(name);
    }

    /// <summary>Sets the duration of an emulator's lease, from now.</summary>
    /// <exception cref="RequestException">There is no such emulator, or no client created it.</exception>
    public async Task<LeaseDescription> RenewAsync(string name, TimeSpan? duration, CancellationToken cancellationToken)
    {
        if (!_byName.TryGetValue(name, out var hosted))
        {
            directory.Get(name);
            throw NotCreated(name);
        }

        await directory.Get(name).SetExpiryAsync(duration ?? TimeSpan.Zero, cancellationToken);
        hosted.Emulator.Lease.Renew(duration);
        HostFolders.Write(hosted.Host.Folder, hosted.ToRecord());
        return hosted.Emulator.Describe().Lease;
    }

    private async Task SuperviseAsync(HostedEmulator hosted)
    {
        while (true)
        {
            await hosted.Host.Ended;
            if (hosted.IsEnding)
                return;
            var (name, lines) = (hosted.Emulator.Name, hosted.Host.LastLines());
            Log.HostDied(logger, name, lines);
            var problem = hosted.Dies(time)
                ? $"ended {HostedEmulator.MaxDeaths} times within a minute and is not started again. Its last lines: {lines}"
                : await StartAgainAsync(hosted);
            if (problem is not null)
            {
                await directory.FailAsync(
                    hosted.Emulator, $"The emulator {name} {problem} End it with DELETE /emulators/{name}.");
                return;
            }
        }
    }

    // Returns why it can't be started again; null if it runs.
    private async Task<string?> StartAgainAsync(HostedEmulator hosted)
    {
        var (old, secret) = (hosted.Host, HostStarter.NewSecret());
        try
        {
            // Before the script listens, so that the first hello has it.
            hosted.Emulator.Client.UseSecret(secret);
            hosted.Host = await starter.StartAsync(
                hosted.Plan, old.Folder, hosted.Emulator.Lease.Duration, secret, hosted.ToRecord, CancellationToken.None);
            old.Dispose();
        }
        catch (Exception exception) when (exception is RequestException or IOException or UnauthorizedAccessException)
        {
            return $"can't be started again. {exception.Message}";
        }

        // EndAsync may have ended the old process before this one was there.
        if (hosted.IsEnding)
        {
            await hosted.Host.EndAsync();
            HostFolders.Delete(old.Folder, hosted.KeepsSaves);
        }

        return null;
    }

    private static RequestException NotCreated(string name) => new(ProblemTypes.Conflict,
        $"The emulator {name} was not created by a client; the bridge connects to it, but can't end it.", "emulator");
}
