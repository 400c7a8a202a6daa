namespace Bridge.LoadBench;

/// <summary>Measures everything in one run, the systems in turn: A B C, then C B A.</summary>
internal sealed class Schedule(Plan plan, SystemUnderTest idle, SystemUnderTest every, SystemUnderTest shared, BareHost host)
{
    private const string BarePath = "/bare?message=hello";
    private const double ArrivalRate = 30;

    private readonly Results _results = new();
    private SystemUnderTest? _current;
    private bool _isFresh; // the emulator of _current has just started and isn't settled yet

    public async Task<Results> RunAsync()
    {
        foreach (var system in new[] { idle, every, shared })
            system.End();
        foreach (var system in new[] { idle, every, shared })
            await WarmUpAsync(system);
        Tell($"warming up {Systems.BareHost}");
        await Wrk.RunAsync(host.Address + Work.Echo.Path, 64, plan.WarmUpSeconds);
        await WarmUpArrivalsAsync();
        for (var round = 0; round < plan.Rounds; round++)
        {
            await LoadsAsync(round);
            await ArrivalsAsync(round);
            await FairnessAsync(round);
        }

        await IdleAsync();
        return _results;
    }

    private static IEnumerable<T> InTurn<T>(int round, params T[] items) => round % 2 == 0 ? items : items.Reverse();

    // Pauses the system before and starts this one with a new emulator, so that only one uses the processors.
    private async Task UseAsync(SystemUnderTest system)
    {
        if (_current == system)
            return;
        _current?.End();
        _current = system;
        await system.BeginAsync();
        _isFresh = true;
    }

    // Warms up the current emulator before a measurement: for this time, or until it is settled if it is new and no time is given.
    private async Task SettleAsync(Work work, int clients, int seconds = 0)
    {
        if (seconds == 0 && _isFresh)
            seconds = plan.SettleSeconds;
        if (seconds > 0)
            await Wrk.RunAsync(_current!.Address + work.Path, clients, seconds, work.Raw, work.Body);
        _isFresh = false;
    }

    private async Task WarmUpAsync(SystemUnderTest system)
    {
        await UseAsync(system);
        Tell($"warming up {system.Name}");
        await Wrk.RunAsync(system.Address + BarePath, 64, plan.WarmUpSeconds / 2.0);
        foreach (var work in new[] { Work.Echo, Work.Read, Work.Range, Work.Batch })
            await Wrk.RunAsync(system.Address + work.Path, 64, plan.WarmUpSeconds, work.Raw, work.Body);
        await Wrk.RunAsync(system.Address + Work.Echo.Path, 1, plan.WarmUpSeconds / 2.0);
    }

    // The arrival callers run in this process: compiling their code uses the same two cores
    // and would slow down the system that is measured first.
    private async Task WarmUpArrivalsAsync()
    {
        await UseAsync(idle);
        Tell($"warming up arrivals");
        await Arrivals.RunAsync(idle.Address, BarePath, 10 * ArrivalRate, 2 * plan.WarmUpSeconds, seed: 7);
    }

    private async Task LoadsAsync(int round)
    {
        foreach (var clients in plan.Clients)
        {
            foreach (var name in InTurn(round, Systems.Shared, Systems.Every, Systems.Idle, Systems.Bare, Systems.BareHost, Systems.Old))
                await LoadAsync(Work.Echo, clients, name);
        }

        foreach (var name in InTurn(round, Systems.Every, Systems.Idle))
        {
            await LoadAsync(Work.Batch, 1, name);
            foreach (var work in new[] { Work.Read, Work.Range })
            {
                foreach (var clients in plan.Clients)
                    await LoadAsync(work, clients, name);
            }
        }
    }

    private Task LoadAsync(Work work, int clients, string name) => name switch
    {
        Systems.Idle => LoadAsync(work, clients, name, idle, work.Path),
        Systems.Every => LoadAsync(work, clients, name, every, work.Path),
        Systems.Shared when work == Work.Echo && clients is 1 or 64 => LoadAsync(work, clients, name, shared, work.Path),
        Systems.Bare when work == Work.Echo => LoadAsync(work, clients, name, idle, BarePath),
        Systems.BareHost when work == Work.Echo => LoadHostAsync(clients),
        Systems.Old when work == Work.Echo && clients != 8 => LoadOldAsync(clients),
        _ => Task.CompletedTask,
    };

    private async Task LoadAsync(Work work, int clients, string name, SystemUnderTest system, string path)
    {
        await UseAsync(system);
        await SettleAsync(work, clients, name == Systems.Every && work == Work.Echo ? plan.GrowSeconds : 0);
        var before = await system.AllocatedAsync();
        var from = Clock.Now;
        var load = await Wrk.RunAsync(system.Address + path, clients, plan.LoadSeconds, work.Raw, work.Body);
        var to = Clock.Now;
        var allocated = await system.AllocatedAsync() - before;
        Add(new Cell(work.Name, clients, name), load, system.Emulator.Frames.Speed(from, to), allocated / load.Requests);
    }

    // Beside the idle bridge and its emulator, like the bare endpoint.
    private async Task LoadHostAsync(int clients)
    {
        await UseAsync(idle);
        var from = Clock.Now;
        var load = await Wrk.RunAsync(host.Address + Work.Echo.Path, clients, plan.LoadSeconds);
        Add(new Cell(Work.Echo.Name, clients, Systems.BareHost), load, idle.Emulator.Frames.Speed(from, Clock.Now), 0);
    }

    // A new emulator each time: its script never notices that a client has left, so the sockets of one run would affect the next.
    private async Task LoadOldAsync(int clients)
    {
        await UseAsync(idle);
        using var emulator = await Emulator.StartOldAsync();
        await Clock.WaitAsync(0.5);
        var from = Clock.Now;
        var load = await Wrk.RunAsync(OldUrl(emulator), clients, plan.OldSeconds);
        Add(new Cell(Work.Echo.Name, clients, Systems.Old), load, emulator.Frames.Speed(from, Clock.Now), 0);
    }

    private void Add(Cell cell, Load load, double speed, double bytes)
    {
        if (!_results.Loads.TryGetValue(cell, out var samples))
            _results.Loads.Add(cell, samples = []);
        samples.Add(new Sample(load, speed, bytes));
        Tell($"{cell.Work} x{cell.Clients} {cell.System}: {load.Rate:0}/s p50 {load.P50:0.000} ",
            $"p99 {load.P99:0.00} max {load.Max:0.0} errors {load.Errors} fps {speed:0.00}");
    }

    private async Task ArrivalsAsync(int round)
    {
        foreach (var name in InTurn(round, Systems.Idle, Systems.Every, Systems.Shared, Systems.Old, Systems.Bare))
        {
            var system = name switch { Systems.Every => every, Systems.Shared => shared, _ => idle };
            await UseAsync(system);
            using var old = name == Systems.Old ? await Emulator.StartOldAsync() : null;
            await SettleAsync(Work.Echo, 1);
            var path = old is not null ? OldUrl(old)[idle.Address.Length..] : name == Systems.Bare ? BarePath : Work.Echo.Path;
            await Arrivals.RunAsync(system.Address, path, ArrivalRate, 1, seed: 7);
            var from = Clock.Now;
            var (times, failed) = await Arrivals.RunAsync(system.Address, path, ArrivalRate, plan.ArrivalSeconds, seed: round);
            var speed = (old ?? system.Emulator).Frames.Speed(from, Clock.Now);
            var all = _results.Arrivals.GetValueOrDefault(name, ([], 0, []));
            _results.Arrivals[name] = ([.. all.Times, .. times], all.Failed + failed, [.. all.Speeds, speed]);
            Tell($"random {name}: mean {times.Average():0.00} p50 {Results.Percentile(times, 50):0.00} ",
                $"p99 {Results.Percentile(times, 99):0.0} failed {failed} fps {speed:0.00}");
        }
    }

    private async Task FairnessAsync(int round)
    {
        foreach (var system in InTurn(round, idle, every))
        {
            await UseAsync(system);
            await BesideAsync(system, "nobody", other: null, clients: 0);
            await BesideAsync(system, "64 echoing", Work.Echo, 64);
            await BesideAsync(system, "1 reading 256 KiB", Work.BigRange, 1);
        }
    }

    private async Task BesideAsync(SystemUnderTest system, string name, Work? other, int clients)
    {
        var from = Clock.Now;
        var beside = other is null ? null : Wrk.RunAsync(system.Address + other.Path, clients, plan.FairnessSeconds + 1, other.Raw);
        await Clock.WaitAsync(0.5);
        var alone = await Wrk.RunAsync(system.Address + Work.Echo.Path, 1, plan.FairnessSeconds);
        var speed = system.Emulator.Frames.Speed(from, Clock.Now);
        if (beside is not null)
            await beside;
        var cell = new FairnessCell(name, system.Name);
        if (!_results.Fairness.TryGetValue(cell, out var samples))
            _results.Fairness.Add(cell, samples = []);
        samples.Add((alone, speed));
        Tell($"lone client beside {name}, {system.Name}: ",
            $"{alone.Rate:0}/s p50 {alone.P50:0.000} p99 {alone.P99:0.00} max {alone.Max:0.0} fps {speed:0.00}");
    }

    private async Task IdleAsync()
    {
        // The script stays in its busy mode for a while after the last request.
        await UseAsync(every);
        await Clock.WaitAsync(3);
        var (bridge, host, from) = (every.Bridge.ProcessorTime, every.Emulator.Child.ProcessorTime, Clock.Now);
        await Clock.WaitAsync(plan.IdleSeconds);
        var to = Clock.Now;
        double Percent(TimeSpan used, double seconds) => used.TotalSeconds / seconds * 100;
        var (bridgeCost, hostCost) = (Percent(every.Bridge.ProcessorTime - bridge, to - from),
            Percent(every.Emulator.Child.ProcessorTime - host, to - from));
        every.Bridge.Hold(true);
        (host, var aloneFrom) = (every.Emulator.Child.ProcessorTime, Clock.Now);
        await Clock.WaitAsync(plan.IdleSeconds);
        var hostAlone = Percent(every.Emulator.Child.ProcessorTime - host, Clock.Now - aloneFrom);
        every.Bridge.Hold(false);
        _results.Idle = new IdleCost(bridgeCost, hostCost, hostAlone, every.Emulator.Frames.Windows(from, to), to - from);
        Tell($"idle: {_results.Idle}");
    }

    private string OldUrl(Emulator emulator) => $"{idle.Address}/old?port={emulator.Port}&message=hello";

    private static void Tell(params FormattableString[] parts) =>
        Console.Error.WriteLine(string.Create(null, $"{Clock.Now,6:0.0} s  {InvariantText.Join(parts)}"));
}
