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

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        var ports = Names[1..].ToDictionary(name => name, _ => FreePort.Take());
        using var system = new SystemUnderTest("many", idle: true, "shared", isCompared: false,
            options: ports.SelectMany(pair => new[] { $"--Bridge:Emulators:{pair.Key}:Port", $"{pair.Value}" }));
        system.End();
        using var client = new HttpClient();
        var (many, ones) = (new List<Many>(), new List<One>());
        // The first round compiles the bridge's code.
        for (var i = 0; i <= Rounds; i++)
        {
            var round = await StepAsync(system, client, ports);
            var one = await StepOneAsync(system, client);
            if (i == 0)
                continue;
            many.Add(round);
            ones.Add(one);
        }

        Console.WriteLine("| steps of four games | of the cores alone | least to most "
            + "| frames/s | the cores' | p50, ms | p99, ms | errors |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|");
        Write("one request, raw", many, round => round.Raw, Names.Length);
        Write("one request, PNG", many, round => round.Png, Names.Length);
        Write("single requests, raw", many, round => round.Single, 1);
        double Median(Func<One, double> select) => Results.Median(ones.Select(select));
        Console.WriteLine(InvariantText.Join(
            $"\nStep and picture in turn: {Median(one => one.Pairs.Rate / 2):#,0} pairs a second ",
            $"({ones.Min(one => one.Pairs.Rate / 2):#,0}–{ones.Max(one => one.Pairs.Rate / 2):#,0}), ",
            $"{ones.Sum(one => one.Pairs.Errors)} errors."));
        Console.WriteLine(InvariantText.Join(
            $"\nA step of one frame with a read: p50 {Median(one => one.Steps.P50):0.000} ms, ",
            $"{Median(one => one.Steps.P50 - one.Frame):0.000} ms more than its frame ({Median(one => one.Frame):0.000} ms); ",
            $"an echo {Median(one => one.Echoes.P50):0.000} ms; {ones.Sum(one => one.Steps.Errors + one.Echoes.Errors)} errors."));
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
        var before = RunFreely();
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
        return new Many(raw, png, single, (before + RunFreely()) / 2);
    }

    private static async Task<One> StepOneAsync(SystemUnderTest system, HttpClient client)
    {
        await system.BeginFastAsync([]);
        await HoldAsync(system, client, Names[0]);
        var step = (Path: $"/emulators/{Names[0]}/frames/step", Body: """{"read": [{"address": "0x02000000", "type": "u32"}]}""");
        var pairs = await Wrk.RunTurnsAsync(system.Address, 1, Seconds, [step, ($"/emulators/{Names[0]}/screen", null)]);
        var echoes = await Wrk.RunAsync($"{system.Address}/mgbaendpoint?message=hello", 1, Seconds);
        var steps = await Wrk.RunAsync(system.Address + step.Path, 1, Seconds, body: step.Body);
        system.End();
        return new One(pairs, echoes, steps, 1000 / FreeRun.Rate([], draw: true, few: 500, many: 3_000));
    }

    private static double RunFreely() => FreeRun.Rate([Busy], draw: true, few: 200, many: 1_700, Names.Length);

    private static Task HoldAsync(SystemUnderTest system, HttpClient client, string name) =>
        Clock.UntilAsync($"{name} is held", async () =>
        {
            using var held = await client.PostAsJsonAsync($"{system.Address}/emulators/{name}/frames/hold", new { leaseSeconds = 60 });
            return held.IsSuccessStatusCode;
        });

    /// <summary>The steps, and the frames per second of all cores, the mean of before and after.</summary>
    private sealed record Many(Load Raw, Load Png, Load Single, double Core);

    /// <summary>Of one game: step and picture in turn, echoes, and steps; and the milliseconds of a frame of the core alone.</summary>
    private sealed record One(Load Pairs, Load Echoes, Load Steps, double Frame);
}
