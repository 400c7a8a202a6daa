using System.Globalization;
using System.Net.Http.Json;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>
/// Steps four held games at once, beside the same by single requests and the cores running freely; and steps one game with its picture in
/// turn.
/// </summary>
internal static class SteppingMany
{
    private const int Rounds = 5;
    private const double Seconds = 3;
    private const int Frames = 4;
    private const string Busy = "bench/lua/busy.lua";
    private const string Reads = """[{"address": "0x02000000", "type": "u32"}, {"address": "0x02000048", "type": "u16"}]""";

    private static readonly string[] Names = ["default", "second", "third", "fourth"];

    // The frames of two runs whose difference measures the cores alone.
    private static readonly (int Few, int Many) FreeFrames = (200, 1_700);

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        var ports = Names[1..].ToDictionary(name => name, _ => FreePort.Take());
        using var system = new SystemUnderTest("many", idle: true, "shared", isCompared: false,
            options: ports.SelectMany(pair => new[] { $"--Bridge:Emulators:{pair.Key}:Port", $"{pair.Value}" }));
        system.End();
        using var client = new HttpClient();
        var (many, pairs) = (new List<Many>(), new List<Load>());
        // The first round compiles the bridge's code.
        for (var i = 0; i <= Rounds; i++)
        {
            var round = await StepAsync(system, client, ports);
            await system.BeginFastAsync([]);
            await HoldAsync(system, client, Names[0]);
            var pair = await Wrk.RunTurnsAsync(system.Address, 1, Seconds,
            [
                ("/emulators/default/frames/step", $$"""{"read": [{"address": "0x02000000", "type": "u32"}]}"""),
                ("/emulators/default/screen", null),
            ]);
            system.End();
            if (i == 0)
                continue;
            many.Add(round);
            pairs.Add(pair);
        }

        Console.WriteLine("| steps of four games | of the cores alone | least to most "
            + "| frames/s | the cores' | p50, ms | p99, ms | errors |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|");
        Write("one request, raw", many, round => round.Raw, Names.Length);
        Write("one request, PNG", many, round => round.Png, Names.Length);
        Write("single requests, raw", many, round => round.Single, 1);
        Console.WriteLine(InvariantText.Join(
            $"\nStep and picture in turn: {Results.Median(pairs.Select(pair => pair.Rate / 2)):#,0} pairs a second ",
            $"({pairs.Min(pair => pair.Rate / 2):#,0}–{pairs.Max(pair => pair.Rate / 2):#,0}), {pairs.Sum(pair => pair.Errors)} errors."));
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static void Write(string name, List<Many> rounds, Func<Many, Load> of, int games)
    {
        double Rate(Many round) => of(round).Rate * games * Frames;
        Console.WriteLine(InvariantText.Join(
            $"| {name} | {Results.Median(rounds.Select(round => Rate(round) / round.Core)):0.00} ",
            $"| {rounds.Min(round => Rate(round) / round.Core):0.00}–{rounds.Max(round => Rate(round) / round.Core):0.00} ",
            $"| {Results.Median(rounds.Select(Rate)):#,0} | {Results.Median(rounds.Select(round => round.Core)):#,0} ",
            $"| {Results.Median(rounds.Select(round => of(round).P50)):0.000} ",
            $"| {Results.Median(rounds.Select(round => of(round).P99)):0.000} ",
            $"| {rounds.Sum(round => of(round).Errors)} |"));
    }

    private static async Task<Many> StepAsync(SystemUnderTest system, HttpClient client, Dictionary<string, int> ports)
    {
        var before = FreeRun();
        await system.BeginFastAsync([Busy]);
        var others = ports.Select(pair => Emulator.StartFast($"emulator {pair.Key}", pair.Value, [Busy])).ToArray();
        foreach (var name in Names)
            await HoldAsync(system, client, name);
        var names = string.Join(", ", Names.Select(name => $"\"{name}\""));
        string Body(string format) => $$"""
            "frames": {{Frames}}, "read": {{Reads}}, "screen": {"width": 84, "height": 84, "gray": true, "format": "{{format}}"}
            """;
        string Many(string format) => $$"""{"emulators": [{{names}}], {{Body(format)}} }""";
        var url = $"{system.Address}/emulators/step";
        var raw = await Wrk.RunAsync(url, 1, Seconds, raw: true, Many("raw"));
        var png = await Wrk.RunAsync(url, 1, Seconds, raw: false, Many("png"));
        var single = await Wrk.RunTurnsAsync(system.Address, Names.Length, Seconds,
            Names.Select(name => ($"/emulators/{name}/frames/step", (string?)$$"""{ {{Body("raw")}} }""")));
        system.End();
        foreach (var other in others)
            other.Dispose();
        return new Many(raw, png, single, (before + FreeRun()) / 2);
    }

    private static Task HoldAsync(SystemUnderTest system, HttpClient client, string name) =>
        Clock.UntilAsync($"{name} is held", async () =>
        {
            using var held = await client.PostAsJsonAsync($"{system.Address}/emulators/{name}/frames/hold", new { leaseSeconds = 60 });
            return held.IsSuccessStatusCode;
        });

    private static double FreeRun() =>
        Names.Length * (FreeFrames.Many - FreeFrames.Few) / (Time(FreeFrames.Many) - Time(FreeFrames.Few));

    private static double Time(int frames)
    {
        var saves = Directory.CreateTempSubdirectory("bridge-bench-");
        var began = Clock.Now;
        var runs = Names.Select(name => new Child($"free run {name}", HostProgram.Path,
        [
            "--rom", RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), "--save-dir", Path.Combine(saves.FullName, name),
            "--speed", "0", "--frames", frames.ToString(CultureInfo.InvariantCulture),
            "--script", RepositoryRoot.Combine(Busy), "--script", RepositoryRoot.Combine("bench", "lua", "drawn.lua"),
        ])).ToArray();
        foreach (var run in runs)
        {
            run.WaitForEnd();
            run.Dispose();
        }

        var took = Clock.Now - began;
        saves.Delete(recursive: true);
        return took;
    }

    /// <summary>The steps, and the frames per second of all cores before and after.</summary>
    private sealed record Many(Load Raw, Load Png, Load Single, double Core);
}
