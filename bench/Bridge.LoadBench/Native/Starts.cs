using System.Globalization;
using System.Net;
using Bridge.Testing;

namespace Bridge.LoadBench.Native;

/// <summary>Measures how long a build of the bridge takes to be ready, with an emulator there, and its first echo after that.</summary>
internal static class Starts
{
    private const int Count = 5;
    private const double PatienceSeconds = 10;

    /// <param name="program">The folder in artifacts/bench that the bridge was published into.</param>
    /// <returns>Milliseconds, medians of several starts.</returns>
    public static async Task<(double Ready, double Echo)> RunAsync(string program)
    {
        var port = FreePort.Take();
        using var emulator = await Emulator.StartAsync($"emulator start {program}", port, idle: true, "shared");
        // Not counted: it compiles the code that measures.
        await StartAsync(program, port);
        var starts = new List<(double Ready, double Echo)>();
        while (starts.Count < Count)
            starts.Add(await StartAsync(program, port));
        return (Results.Median(starts.Select(start => start.Ready)), Results.Median(starts.Select(start => start.Echo)));
    }

    private static async Task<(double Ready, double Echo)> StartAsync(string program, int port)
    {
        using var http = new HttpClient { BaseAddress = new($"http://127.0.0.1:{FreePort.Take()}") };
        var folder = RepositoryRoot.Combine("artifacts", "bench", program);
        var command = BridgeProgram.CommandIn(folder);
        var began = Clock.Now;
        using var bridge = new Child($"start {program}", command[0],
            [
                .. command[1..], "--contentRoot", folder, "--Urls", $"{http.BaseAddress}",
                "--Bridge:Emulators:default:Port", port.ToString(CultureInfo.InvariantCulture),
            ]);
        while (!await IsReadyAsync(http))
        {
            if (bridge.HasEnded || Clock.Now - began > PatienceSeconds)
                throw new InvalidOperationException($"{program} was not ready; its log is in artifacts/bench.");
        }

        var ready = Clock.Now;
        await http.GetStringAsync(Work.Echo.Path);
        return ((ready - began) * 1000, (Clock.Now - ready) * 1000);
    }

    private static async Task<bool> IsReadyAsync(HttpClient http)
    {
        try
        {
            using var response = await http.GetAsync("/health/ready");
            if (response.StatusCode == HttpStatusCode.OK)
                return true;
        }
        catch (HttpRequestException)
        {
            // It does not listen yet.
        }

        await Clock.WaitAsync(0.001);
        return false;
    }
}
