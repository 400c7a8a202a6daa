using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>Measures what it costs to reach an emulator through another bridge of the fleet, beside reaching its own bridge.</summary>
internal static class Hopping
{
    private const int Rounds = 5;
    private const double Seconds = 3;
    private const string Secret = "a secret that only the benchmark uses";

    private static readonly int[] Clients = [1, 8, 64];

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        var folder = Directory.CreateTempSubdirectory("bridge-bench-");
        try
        {
            await CompareAsync(folder.FullName);
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"\nMeanwhile other programs, the emulator among them, kept {disturbance.Cores:0.00} cores busy."));
    }

    private static async Task CompareAsync(string folder)
    {
        var (etcd, peer) = ($"http://127.0.0.1:{FreePort.Take()}", $"http://127.0.0.1:{FreePort.Take()}");
        using var engine = new Child("etcd", "etcd",
        [
            "--data-dir", Path.Combine(folder, "etcd"), "--listen-client-urls", etcd, "--advertise-client-urls", etcd,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", $"default={peer}",
        ]);
        // Without ROMs, so that the emulator is created at the other one.
        using var entry = Start("h1", etcd, ["--Bridge:OnDemand:Folder", Path.Combine(folder, "h1")], out var through);
        using var owner = Start("h2", etcd,
        [
            "--Bridge:OnDemand:Folder", Path.Combine(folder, "h2"), "--Bridge:OnDemand:Program", HostProgram.Path,
            "--Bridge:OnDemand:Warm", "0", "--Bridge:RomFolder", RepositoryRoot.Combine("emulator", "rom"),
        ], out var direct);
        var path = await CreateAsync(direct, through);
        Console.WriteLine("| clients | to | requests/s | p50, ms | p99, ms | errors | processor of both bridges, µs a request |");
        Console.WriteLine("|---:|---|---:|---:|---:|---:|---:|");
        foreach (var clients in Clients)
            await CompareAsync(clients, path, (direct, "its own bridge"), (through, "another bridge"), [entry, owner]);
        using var http = new HttpClient { BaseAddress = new Uri(direct) };
        (await http.DeleteAsync(path[..path.IndexOf("/memory", StringComparison.Ordinal)])).Dispose();
    }

    private static Child Start(string host, string etcd, IEnumerable<string> options, out string address)
    {
        address = $"http://127.0.0.1:{FreePort.Take()}";
        var program = RepositoryRoot.Combine("artifacts", "bench", "bridge-native");
        var command = BridgeProgram.CommandIn(program);
        return new Child($"bridge {host}", command[0],
        [
            .. command[1..], "--contentRoot", program, "--Urls", address, "--Bridge:Emulators:default:Port", "1",
            "--Bridge:Fleet:Name", "bench", "--Bridge:Fleet:Host", host, "--Bridge:Fleet:Address", address,
            "--Bridge:Fleet:Etcd:0", etcd, "--Bridge:Fleet:Secret", Secret, .. options,
        ]);
    }

    // Returns the path of a value, once both bridges serve it.
    private static async Task<string> CreateAsync(string direct, string through)
    {
        using var owner = new HttpClient { BaseAddress = new Uri(direct) };
        using var entry = new HttpClient { BaseAddress = new Uri(through) };
        var url = "";
        await Clock.UntilAsync("an emulator is created", async () =>
        {
            using var content = new StringContent("""{"rom": "buttontest.gba", "lease": {"seconds": null}}""", null, "application/json");
            try
            {
                using var response = await owner.PostAsync("/emulators", content);
                if (response.IsSuccessStatusCode)
                    url = (await response.Content.ReadFromJsonAsync<JsonElement>()).GetProperty("url").GetString()!;
            }
            catch (HttpRequestException)
            {
                // It doesn't listen yet.
            }

            return url.Length > 0;
        });
        var path = $"{url}/memory/0x02000048?type=u16";
        await Clock.UntilAsync("the other bridge knows the host", async () =>
        {
            using var response = await entry.GetAsync(path);
            return response.IsSuccessStatusCode;
        });
        return path;
    }

    private static async Task CompareAsync(
        int clients, string path, (string Address, string Name) direct, (string Address, string Name) through, Child[] bridges)
    {
        var loads = new Dictionary<string, List<(Load Load, double Microseconds)>> { [direct.Name] = [], [through.Name] = [] };
        for (var round = -1; round < Rounds; round++)
        {
            foreach (var (address, name) in new[] { direct, through })
            {
                var before = bridges.Sum(bridge => bridge.ProcessorTime.TotalMicroseconds);
                var load = await Wrk.RunAsync(address + path, clients, Seconds);
                var used = bridges.Sum(bridge => bridge.ProcessorTime.TotalMicroseconds) - before;
                // The first round warms up.
                if (round >= 0)
                    loads[name].Add((load, used / load.Requests));
            }
        }

        foreach (var name in (string[])[direct.Name, through.Name])
            Console.WriteLine(RowOf(clients, name, loads[name]));
        var pairs = loads[direct.Name].Zip(loads[through.Name]).ToArray();
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {clients} | *compared* | {Results.Median(pairs.Select(pair => pair.Second.Load.Rate / pair.First.Load.Rate)):0.00} of it ")
            + string.Create(CultureInfo.InvariantCulture,
            $"| +{Results.Median(pairs.Select(pair => pair.Second.Load.P50 - pair.First.Load.P50)):0.000} | | | |"));
    }

    private static string RowOf(int clients, string name, List<(Load Load, double Microseconds)> samples)
    {
        double Median(Func<(Load Load, double Microseconds), double> select) => Results.Median(samples.Select(select));
        return string.Create(CultureInfo.InvariantCulture,
            $"| {clients} | {name} | {Median(one => one.Load.Rate):#,0} | {Median(one => one.Load.P50):0.000} ")
            + string.Create(CultureInfo.InvariantCulture,
            $"| {Median(one => one.Load.P99):0.00} | {samples.Sum(one => one.Load.Errors)} | {Median(one => one.Microseconds):0} |");
    }
}
