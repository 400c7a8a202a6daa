using Bridge.Api.Features.OnDemand;
using Bridge.Simulation.Tests.Fleet;

namespace Bridge.Simulation.Tests.Creations;

/// <summary>A bridge with the shipped rules for keys, names and places, and with emulators that take time to start and to end.</summary>
internal sealed class ModelBridge
{
    /// <summary>Max emulators.</summary>
    public const int Places = 5;

    private readonly FleetLoop _loop;
    private readonly Dictionary<string, ModelCreated> _running = [];
    private readonly IdempotentCreations<ModelCreated> _keys;
    private readonly CreationPlaces _places;
    private readonly EndedNames _ended;

    public ModelBridge(FleetLoop loop)
    {
        _loop = loop;
        _keys = new(loop.Time, created => created.EndsAt is null);
        _places = new(new OnDemandOptions { Max = Places }, _running.ContainsKey, new NewNames("e", loop.Chance));
        _ended = new(loop.Time);
    }

    /// <summary>Gets those that run, also those that are being ended.</summary>
    public IReadOnlyCollection<ModelCreated> Running => _running.Values;

    /// <summary>Gets how many more there may be.</summary>
    public int Free => _places.Free;

    /// <summary>Gets whether no creation is in progress.</summary>
    public bool IsSettled => _places.CloseAsync(CancellationToken.None).IsCompleted;

    /// <summary>Creates an emulator as a client asks.</summary>
    public Task<ModelCreated> CreateAsync(string? key, string? name, CancellationToken hangUp) =>
        _keys.RunAsync(key, name ?? "", cancel => StartAsync(key, name, cancel), hangUp);

    /// <summary>Ends an emulator as a client asks.</summary>
    /// <returns>Whether the name is that of an emulator, or of one that has ended.</returns>
    public async Task<bool> EndAsync(string name)
    {
        if (!_running.TryGetValue(name, out var created) || created.EndsAt is not null)
            return created is not null || _ended.Has(name);
        created.EndsAt = _loop.Now;
        await _loop.DelayAsync(_loop.Draw(0, 1));
        _running.Remove(name);
        _ended.Add(name);
        _places.Release(name);
        return true;
    }

    private async Task<ModelCreated> StartAsync(string? key, string? name, CancellationToken cancel)
    {
        var taken = _places.Take(name);
        try
        {
            for (var steps = _loop.Chance.Next(4); steps > 0; steps--)
            {
                await _loop.DelayAsync(_loop.Draw(0.01, 0.2));
                cancel.ThrowIfCancellationRequested();
            }

            if (_loop.Chance.Next(6) == 0)
                throw new ModelFailureException(_loop.Now);
            // The last step is not cancelled.
            await _loop.DelayAsync(_loop.Draw(0, 0.1));
            var created = new ModelCreated(taken, key);
            _running.Add(taken, created);
            _places.Finish(taken);
            return created;
        }
        catch
        {
            _places.Release(taken);
            throw;
        }
    }
}

/// <summary>An emulator that a client created.</summary>
internal sealed record ModelCreated(string Name, string? Key)
{
    /// <summary>Gets or sets when its end began; null: it runs.</summary>
    public TimeSpan? EndsAt { get; set; }
}

/// <summary>Thrown by a creation that fails.</summary>
/// <param name="at">When it failed, which tells whether a key repeats an old failure.</param>
internal sealed class ModelFailureException(TimeSpan at) : Exception
{
    public TimeSpan At => at;
}
