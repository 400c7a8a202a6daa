using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>Measures how fast emulators are created, and what idle ones cost the bridge.</summary>
internal static class Creations
{
    private const int Samples = 50;
    private const int Clients = 8;
    private const int PerClient = 25;
    private const int IdleEmulators = 20;
    private const int IdleStubs = 50;
    private const double IdleSeconds = 20;

    // A cold one has a model, which a warm emulator can't change to.
    private const string Warm = """{"rom": "buttontest.gba"}""";
    private const string Cold = """{"rom": "buttontest.gba", "model": "AGB"}""";

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        var folder = Directory.CreateTempSubdirectory("bridge-bench-");
        try
        {
            using var system = Bridge("create", HostProgram.Path, folder, warm: 1);
            await system.BeginAsync();
            using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
            Console.WriteLine("| creation to the first frame | p50, ms | p99, ms |");
            Console.WriteLine("|---|---:|---:|");
            await CreateAndEndAsync(client, Warm);
            WriteTimes("with a warm emulator", await SampleAsync(client, Warm));
            WriteTimes("without one", await SampleAsync(client, Cold));
            await WriteManyAsync(system.Address);
            Console.WriteLine("| idle | how many | the bridge's processor, % of a core | its memory, MiB |");
            Console.WriteLine("|---|---:|---:|---:|");
            await WriteIdleAsync(client, system, "", IdleEmulators);
            system.End();
            await WriteStubsAsync(folder);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static SystemUnderTest Bridge(string name, string program, DirectoryInfo folder, int warm) =>
        new(name, idle: true, "shared", "bridge-native", isCompared: false, options:
        [
            "--Bridge:RomFolder", RepositoryRoot.Combine("emulator", "rom"), "--Bridge:OnDemand:Program", program,
            "--Bridge:OnDemand:Folder", Path.Combine(folder.FullName, name), "--Bridge:OnDemand:Max", "64",
            "--Bridge:OnDemand:Warm", warm.ToString(CultureInfo.InvariantCulture),
        ]);

    private static async Task WriteStubsAsync(DirectoryInfo folder)
    {
        // Without a warm one, as in tests/fleet: a stub has only one game.
        using var system = Bridge("create stubs", RepositoryRoot.Combine("tests", "fleet", "stub", "build", "stub"), folder, warm: 0);
        await system.BeginAsync();
        using var client = new HttpClient { BaseAddress = new Uri(system.Address) };
        await WriteIdleAsync(client, system, "stubs, ", IdleStubs);
    }

    private static async Task<List<double>> SampleAsync(HttpClient client, string body)
    {
        var times = new List<double>();
        for (var i = 0; i < Samples; i++)
        {
            times.Add(await CreateAndEndAsync(client, body));
            // The next warm emulator starts meanwhile.
            await Clock.WaitAsync(0.3);
        }

        return times;
    }

    /// <returns>Milliseconds of the creation.</returns>
    private static async Task<double> CreateAndEndAsync(HttpClient client, string body)
    {
        var began = Clock.Now;
        var url = await CreateAsync(client, body);
        var took = 1000 * (Clock.Now - began);
        using var ended = await client.DeleteAsync(url);
        ended.EnsureSuccessStatusCode();
        return took;
    }

    private static async Task<string> CreateAsync(HttpClient client, string body)
    {
        using var content = new StringContent(body, null, "application/json");
        using var response = await client.PostAsync("/emulators", content);
        response.EnsureSuccessStatusCode();
        return (await response.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("url").GetString()!;
    }

    private static async Task WriteManyAsync(string address)
    {
        var began = Clock.Now;
        await Task.WhenAll(Enumerable.Range(0, Clients).Select(async _ =>
        {
            using var client = new HttpClient { BaseAddress = new Uri(address) };
            for (var i = 0; i < PerClient; i++)
                await CreateAndEndAsync(client, Warm);
        }));
        using var last = new HttpClient { BaseAddress = new Uri(address) };
        var left = (await last.GetFromJsonAsync<JsonElement>("/emulators")).GetProperty("emulators").GetArrayLength() - 1;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"\n{Clients * PerClient} creations and ends from {Clients} clients took {Clock.Now - began:0.0} s; {left} were left.\n"));
    }

    private static async Task WriteIdleAsync(HttpClient client, SystemUnderTest system, string kind, int count)
    {
        var urls = new List<string>();
        for (var i = 0; i < count; i++)
        {
            urls.Add(await CreateAsync(client, """{"rom": "buttontest.gba", "lease": {"seconds": null}}"""));
            using var held = await client.PostAsJsonAsync($"{urls[^1]}/frames/hold", new { leaseSeconds = 600 });
            held.EnsureSuccessStatusCode();
        }

        await WriteIdleAsync($"{kind}held", count, system);
        foreach (var url in urls)
            (await client.DeleteAsync($"{url}/frames/hold")).Dispose();
        await WriteIdleAsync($"{kind}running", count, system);
        foreach (var url in urls)
            (await client.DeleteAsync(url)).Dispose();
    }

    private static async Task WriteIdleAsync(string name, int count, SystemUnderTest system)
    {
        await Clock.WaitAsync(3);
        var (processor, from) = (system.Bridge.ProcessorTime, Clock.Now);
        await Clock.WaitAsync(IdleSeconds);
        var cores = (system.Bridge.ProcessorTime - processor).TotalSeconds / (Clock.Now - from);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {name} | {count} | {100 * cores:0.00} | {system.Bridge.Footprint.Resident:0.0} |"));
    }

    private static void WriteTimes(string name, List<double> times) => Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
        $"| {name} | {Results.Median(times):0.0} | {Results.Percentile(times, 99):0.0} |"));
}
