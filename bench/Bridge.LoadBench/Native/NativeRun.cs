namespace Bridge.LoadBench.Native;

/// <summary>Compares the native program with the managed one, and both with a bare host that was published natively.</summary>
internal static class NativeRun
{
    private const int Rounds = 5;
    private const double Seconds = 3;
    private const double WarmUpSeconds = 3;

    private static readonly int[] Clients = [1, 64];
    private static readonly (string Name, string Program)[] Builds = [("native", "bridge-native"), ("with the installed .NET", "bridge")];

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        Console.WriteLine("| bridge | ready, ms | first echo, ms |\n|---|---:|---:|");
        foreach (var (name, program) in Builds)
        {
            var (ready, echo) = await Starts.RunAsync(program);
            Console.WriteLine(FormattableString.Invariant($"| {name} | {ready:0} | {echo:0.0} |"));
        }

        Console.WriteLine("\n| clients | program | of host | requests/s | p50 | p99 | errors | frames/s |");
        Console.WriteLine("|---:|---|---:|---:|---:|---:|---:|---:|");
        foreach (var row in await LoadsAsync())
            Console.WriteLine(row);
        Console.WriteLine(FormattableString.Invariant($"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task<IEnumerable<string>> LoadsAsync()
    {
        SystemUnderTest[] systems = [.. Builds.Select(build =>
            new SystemUnderTest($"native {build.Name}", idle: true, "shared", build.Program, isCompared: false))];
        using var host = await BareHost.StartAsync("native bare host", BareHost.Native);
        try
        {
            var samples = new Dictionary<(int Clients, string Name), List<Sample>>();
            foreach (var system in systems)
                system.End();
            for (var round = -1; round < Rounds; round++)
            {
                foreach (var (system, name) in systems.Zip(Builds.Select(build => build.Name)))
                {
                    await system.BeginAsync();
                    foreach (var clients in Clients)
                    {
                        await LoadAsync(samples, (clients, name), system, system.Address, round);
                        // Beside the native bridge, like the bridge itself.
                        if (system == systems[0])
                            await LoadAsync(samples, (clients, "bare host, native"), system, host.Address, round);
                    }

                    system.End();
                }
            }

            return samples.OrderBy(pair => pair.Key.Clients).Select(pair =>
                Row(pair.Key, pair.Value, samples[(pair.Key.Clients, "bare host, native")]));
        }
        finally
        {
            foreach (var system in systems)
                system.Dispose();
        }
    }

    // The first round warms up.
    private static async Task LoadAsync(Dictionary<(int Clients, string Name), List<Sample>> samples, (int Clients, string Name) cell,
        SystemUnderTest system, string address, int round)
    {
        await Wrk.RunAsync(address + Work.Echo.Path, cell.Clients, round < 0 ? WarmUpSeconds : 1);
        if (round < 0)
            return;
        var from = Clock.Now;
        var load = await Wrk.RunAsync(address + Work.Echo.Path, cell.Clients, Seconds);
        if (!samples.TryGetValue(cell, out var all))
            samples.Add(cell, all = []);
        all.Add(new Sample(load, system.Emulator.Frames.Speed(from, Clock.Now), 0));
    }

    private static string Row((int Clients, string Name) cell, List<Sample> samples, List<Sample> host)
    {
        double Median(Func<Load, double> select) => Results.Median(samples.Select(sample => select(sample.Load)));
        // Within each round: a slow moment of the machine affects both sides of a ratio.
        var ratio = Results.Median(samples.Zip(host, (ours, theirs) => ours.Load.Rate / theirs.Load.Rate));
        return FormattableString.Invariant($"| {cell.Clients} | {cell.Name} | {ratio:0.00} | {Median(load => load.Rate):#,0} ")
            + FormattableString.Invariant($"| {Median(load => load.P50):0.000} | {Median(load => load.P99):0.00} ")
            + FormattableString.Invariant($"| {samples.Sum(sample => sample.Load.Errors)} ")
            + FormattableString.Invariant($"| {samples.Average(sample => sample.FramesPerSecond):0.00} |");
    }
}
