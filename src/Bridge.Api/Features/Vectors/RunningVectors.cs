using System.Collections.Concurrent;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Features.Vectors;

/// <summary>The vectors of this host: creates them, and ends them.</summary>
internal sealed class RunningVectors(
    VectorCreation creation, CreationPlaces places, HostFolders folders, VectorNames names, WorkGuard guard,
    ILogger<RunningVectors> logger)
{
    private readonly ConcurrentDictionary<string, RunningVector> _byName = new();

    /// <summary>Gets all of them, by name.</summary>
    public IEnumerable<RunningVector> All =>
        _byName.Values.Where(vector => !vector.IsEnding).OrderBy(vector => vector.Name, StringComparer.Ordinal);

    /// <summary>Returns a vector.</summary>
    /// <exception cref="RequestException">There is none with this name.</exception>
    public RunningVector Get(string name) =>
        _byName.GetValueOrDefault(name) is { IsEnding: false } vector ? vector : throw names.Unknown(name);

    /// <summary>Creates a vector.</summary>
    /// <exception cref="RequestException">
    /// The name is taken, there are too many emulators, the vector did not start, or its files can't be written. Nothing is left then.
    /// </exception>
    public async Task<RunningVector> CreateAsync(NewVector wanted, CancellationToken cancellationToken)
    {
        folders.Open();
        var count = wanted.Plan.Places;
        places.TakeForVector(count);
        var name = (string?)null;
        try
        {
            name = names.Take(wanted.Name);
            var vector = await creation.RunAsync(wanted, name, cancellationToken);
            Add(vector);
            return vector;
        }
        catch (Exception exception)
        {
            places.ReleaseOfVector(count);
            if (name is not null)
                names.Release(name);
            if (exception is IOException or UnauthorizedAccessException)
                throw folders.Failed("The vector was not created", exception);
            throw;
        }
    }

    /// <summary>Adds a vector that runs already, whatever the maximum of emulators is.</summary>
    public void Restore(RunningVector vector)
    {
        places.RestoreVector(vector.Record.Plan.Places);
        names.Take(vector.Name);
        Add(vector);
    }

    /// <summary>Ends a vector, and returns when nothing of it is left. Ends nothing if it has ended within the last minutes.</summary>
    /// <exception cref="RequestException">There is none with this name.</exception>
    public Task EndAsync(string name) => _byName.TryGetValue(name, out var vector) ? EndAsync(vector, "was ended by a request")
        : names.HasEnded(name) ? Task.CompletedTask
        : throw names.Unknown(name);

    /// <summary>Ends all vectors, and waits for those that are being ended.</summary>
    /// <param name="reason">Why, after "The vector NAME".</param>
    public Task EndAllAsync(string reason) => Task.WhenAll(_byName.Values.Select(vector => EndAsync(vector, reason)));

    private void Add(RunningVector vector)
    {
        _byName[vector.Name] = vector;
        _ = guard.RunAsync(nameof(RunningVectors), _ => SuperviseAsync(vector), CancellationToken.None);
    }

    private async Task SuperviseAsync(RunningVector vector)
    {
        await vector.Ended;
        if (vector.IsEnding)
            return;
        // Its lease has ended, or mgba-host has failed.
        var lines = vector.LastLines();
        Log.VectorEnded(logger, vector.Name, lines);
        await EndAsync(vector, $"ended by itself. It said: {lines.TrimEnd('.')}");
    }

    private Task EndAsync(RunningVector vector, string reason) => vector.EndAsync(async stop =>
    {
        names.Tell(vector.Name, reason);
        try
        {
            await stop();
        }
        finally
        {
            _byName.TryRemove(new(vector.Name, vector));
            places.ReleaseOfVector(vector.Record.Plan.Places);
            names.Release(vector.Name);
        }
    });
}
