using System.Globalization;
using Bridge.Testing;

namespace Bridge.LoadBench.Weight;

/// <summary>
/// Measures the program's memory after work, published with its own .NET and for the installed one, beside a bare ASP.NET host.
/// One program works at a time while the others rest.
/// </summary>
internal static class MemoryFootprint
{
    private const string Path = "/mgbaendpoint?message=hello-world1";

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        using (var working = new SemaphoreSlim(1))
        {
            Console.WriteLine("| program | | at start | after the requests | 30 s later | 60 s later "
                + "| after 16,000 clients | 60 s later | requests/s kept alive, each its own |");
            Console.WriteLine("|---|---|---:|---:|---:|---:|---:|---:|---:|");
            foreach (var rows in await Task.WhenAll(BridgeAsync("native", "bridge-native", working),
                BridgeAsync("with the installed .NET", "bridge", working), BareAsync(working)))
                Console.WriteLine(rows);
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"\nMeanwhile other programs, ab among them, kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task<string> BridgeAsync(string name, string program, SemaphoreSlim working)
    {
        using var system = new SystemUnderTest($"weight {name}", idle: true, "shared", program: program, isCompared: false);
        await system.BeginAsync();
        return await WeighAsync($"bridge, {name}", system.Bridge, system.Address, working);
    }

    private static async Task<string> BareAsync(SemaphoreSlim working)
    {
        using var bare = await BareHost.StartAsync("weight bare");
        return await WeighAsync("bare slim host, which answers by itself", bare.Child, bare.Address, working);
    }

    private static async Task<string> WeighAsync(string name, Child program, string address, SemaphoreSlim working)
    {
        await Clock.WaitAsync(3);
        var footprints = new List<Footprint> { program.Footprint };
        await working.WaitAsync();
        var kept = await ApacheBench.RunAsync(address + Path, 50_000, isKeptAlive: true);
        var closed = await ApacheBench.RunAsync(address + Path, 50_000, isKeptAlive: false);
        working.Release();
        footprints.Add(program.Footprint);
        await Clock.WaitAsync(30);
        footprints.Add(program.Footprint);
        await Clock.WaitAsync(30);
        footprints.Add(program.Footprint);
        await working.WaitAsync();
        await ShortLivedClients.ComeAndGoAsync(address);
        working.Release();
        footprints.Add(program.Footprint);
        await Clock.WaitAsync(60);
        footprints.Add(program.Footprint);
        string Row(Func<Footprint, double> select) =>
            string.Join(" | ", footprints.Select(footprint => select(footprint).ToString("0.0", CultureInfo.InvariantCulture)));
        return FormattableString.Invariant($"| {name} | resident | {Row(footprint => footprint.Resident)} | {kept:#,0}, {closed:#,0} |\n")
            + FormattableString.Invariant($"| | private | {Row(footprint => footprint.Private)} | |");
    }
}
