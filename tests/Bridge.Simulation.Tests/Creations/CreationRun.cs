using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Simulation.Tests.Fleet;

namespace Bridge.Simulation.Tests.Creations;

/// <summary>One run: clients create emulators with keys and names in common, hang up, and end them, while creations fail.</summary>
internal sealed class CreationRun
{
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    private readonly FleetLoop _loop;
    private readonly ModelBridge _bridge;
    private readonly StringBuilder? _log;
    private string? _violation;

    private CreationRun(int seed, StringBuilder? log)
    {
        (_loop, _log) = (new FleetLoop(seed), log);
        _bridge = new ModelBridge(_loop);
    }

    /// <summary>Runs a seed with this number of clients.</summary>
    /// <returns>The first violation; null if there was none.</returns>
    public static string? With(int seed, int clients, StringBuilder? log)
    {
        var run = new CreationRun(seed, log);
        Task? done = null;
        run._loop.Post(_ => done = run.GoAsync(clients), null);
        run._loop.Run(Longest, () => done is { IsCompleted: true } || run._violation is not null);
        return run._violation ?? (done is { IsFaulted: true } ? done.Exception!.InnerException!.Message
            : done is { IsCompleted: true } ? null : "The run does not end.");
    }

    private async Task GoAsync(int clients)
    {
        await Task.WhenAll(Enumerable.Range(0, clients).Select(_ => PlayAsync()));
        foreach (var left in _bridge.Running.ToArray())
            await _bridge.EndAsync(left.Name);
        await _loop.DelayAsync(TimeSpan.FromSeconds(10));
        if (_bridge.Running.Count > 0 || _bridge.Free != ModelBridge.Places)
            Violate($"{_bridge.Running.Count} emulators are left, and {_bridge.Free} of {ModelBridge.Places} places are free.");
        if (!_bridge.IsSettled)
            Violate("A creation that is over counts as being in progress.");
    }

    // A key is for one body, and so for one name.
    private async Task PlayAsync()
    {
        await _loop.DelayAsync(_loop.Draw(0, 60));
        var (kind, owner) = (_loop.Chance.Next(3), _loop.Chance.Next(2));
        var name = kind == 0 ? null : string.Create(CultureInfo.InvariantCulture, $"name{kind}");
        var key = _loop.Chance.Next(3) == 0 ? null : string.Create(CultureInfo.InvariantCulture, $"owner{owner}/{kind}");
        for (var attempt = 0; attempt < 4; attempt++)
        {
            if (await TryCreateAsync(key, name) is { } created)
            {
                await _loop.DelayAsync(_loop.Draw(0, 8));
                if (!await _bridge.EndAsync(created.Name))
                    Violate($"{created.Name} is unknown.");
            }

            await _loop.DelayAsync(_loop.Draw(0, 2));
        }
    }

    private async Task<ModelCreated?> TryCreateAsync(string? key, string? name)
    {
        var asked = _loop.Now;
        using var hangUp = new CancellationTokenSource();
        if (_loop.Chance.Next(3) == 0)
            _ = HangUpAsync(hangUp);
        try
        {
            var created = await _bridge.CreateAsync(key, name, hangUp.Token);
            Note($"{key} {name} gets {created}");
            Check(created, key, asked);
            return created;
        }
        catch (RequestException refused)
        {
            Note($"{key} {name} is refused: {refused.Message}");
        }
        catch (ModelFailureException failure)
        {
            Note($"{key} {name} fails");
            if (failure.At < asked)
                Violate($"The key {key} gives a failure of {failure.At}.");
        }
        catch (OperationCanceledException) when (hangUp.IsCancellationRequested)
        {
            Note($"{key} {name} hangs up");
        }

        return null;
    }

    private async Task HangUpAsync(CancellationTokenSource client)
    {
        await _loop.DelayAsync(_loop.Draw(0, 0.8));
        try
        {
            client.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // It has its answer.
        }
    }

    private void Check(ModelCreated created, string? key, TimeSpan asked)
    {
        if (created.Key != key)
            Violate($"The key {key} gives {created}, which it has not created.");
        if (created.EndsAt < asked)
            Violate($"The key {key} gives {created}, which had ended before.");
        foreach (var same in _bridge.Running.Where(one => one is { EndsAt: null, Key: not null }).GroupBy(one => one.Key))
        {
            if (same.Count() > 1)
                Violate($"{same.Count()} emulators have the key {same.Key}.");
        }
    }

    private void Violate(string what) =>
        _violation ??= string.Create(CultureInfo.InvariantCulture, $"{_loop.Now.TotalSeconds:0.000} {what}");

    private void Note(string what) =>
        _log?.Append(CultureInfo.InvariantCulture, $"{_loop.Now.TotalSeconds:0.000} {what}").Append('\n');
}
