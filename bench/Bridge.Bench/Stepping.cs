using System.Globalization;
using System.Net.Http.Json;
using Bridge.Testing;

namespace Bridge.Bench;

/// <summary>Measures steps of a held game against the core running freely, all as fast as they can.</summary>
internal static class Stepping
{
    private const int Rounds = 3;
    private const double Seconds = 3;
    private const int Few = 1;
    private const int Many = 60;

    private static readonly Game[] Games =
    [
        new("A game that works through each frame", ["bench/lua/busy.lua"], Drawn: new(200, 2_200), Undrawn: new(300, 4_300)),
        new("A game that halts for most of each frame", [], Drawn: new(500, 4_500), Undrawn: new(5_000, 30_000)),
    ];

    public static async Task RunAsync()
    {
        var disturbance = new Disturbance();
        using var lane = new Lane("step", idle: true, "shared");
        lane.End();
        var rounds = Games.ToDictionary(game => game, _ => new List<Round>());
        // The first one compiles the bridge's code.
        for (var i = 0; i <= Rounds; i++)
        {
            foreach (var game in Games)
            {
                var (drawn, undrawn) = (FreeRun(game, draw: true), FreeRun(game, draw: false));
                await lane.BeginFastAsync(game.Scripts);
                var (few, many, blind) = (await StepAsync(lane, Few), await StepAsync(lane, Many), await StepAsync(lane, Many, draw: false));
                lane.End();
                if (i > 0)
                    rounds[game].Add(new Round(drawn, undrawn, few, many, blind));
            }
        }

        foreach (var game in Games)
        {
            Console.WriteLine($"{game.Name}:\n");
            Write(rounds[game]);
            Console.WriteLine();
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Meanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static void Write(List<Round> rounds)
    {
        double Median(Func<Round, double> select) => Findings.Median(rounds.Select(select));
        void Row(string name, Func<Round, double>? toDrawn, Func<Round, double>? toUndrawn, Func<Round, double> frames, Func<Round, Load>? load) =>
            Console.WriteLine(FormattableString.Invariant(
                $"| {name} | {Ratio(toDrawn)} | {Ratio(toUndrawn)} | {Median(frames):#,0} | {Time(load, l => l.P50)} | {Time(load, l => l.P99)} | {rounds.Sum(r => load?.Invoke(r).Errors ?? 0)} |"));
        string Ratio(Func<Round, double>? ratio) => ratio is null ? "" : Median(ratio).ToString("0.00", CultureInfo.InvariantCulture);
        string Time(Func<Round, Load>? load, Func<Load, double> select) =>
            load is null ? "" : Median(round => select(load(round))).ToString("0.000", CultureInfo.InvariantCulture);

        Console.WriteLine("| frames | of drawn | of undrawn | frames/s | a step's p50, ms | p99, ms | errors |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|");
        Row($"steps of {Few} with a read", r => r.Few.Rate * Few / r.Drawn, null, r => r.Few.Rate * Few, r => r.Few);
        Row($"steps of {Many} with a read", r => r.Many.Rate * Many / r.Drawn, r => r.Many.Rate * Many / r.Undrawn, r => r.Many.Rate * Many, r => r.Many);
        Row($"steps of {Many} with a read, none drawn", null, r => r.Blind.Rate * Many / r.Undrawn, r => r.Blind.Rate * Many, r => r.Blind);
        Row($"the core alone, one of {Many} drawn", null, r => r.Mixed / r.Undrawn, r => r.Mixed, null);
        Row("the core alone, drawn", r => 1, null, r => r.Drawn, null);
        Row("the core alone, not drawn", null, r => 1, r => r.Undrawn, null);
        Console.WriteLine(FormattableString.Invariant(
            $"\nA step of {Few} takes {Median(r => r.Few.P50 - 1000 / r.Drawn):0.000} ms more than its frame. The last frame of each step is drawn, so {Median(r => r.Many.Rate * Many / r.Mixed):0.00} of what is possible is reached in steps of {Many}."));
    }

    private static async Task<Load> StepAsync(Lane lane, int frames, bool draw = true)
    {
        var emulator = $"{lane.Address}/emulators/default/frames";
        using var client = new HttpClient();
        using (var held = await client.PostAsJsonAsync($"{emulator}/hold", new { leaseSeconds = 60 }))
            held.EnsureSuccessStatusCode();
        var load = await Wrk.RunAsync($"{emulator}/step", 1, Seconds,
            body: $$"""{"frames": {{frames}}, "buttons": ["Right"], "read": [{"address": "0x02000000", "type": "u32"}], "draw": {{(draw ? "true" : "false")}}}""");
        using (var gone = await client.DeleteAsync($"{emulator}/hold"))
            gone.EnsureSuccessStatusCode();
        return load;
    }

    // Two runs of different lengths, so that what starting takes cancels out.
    private static double FreeRun(Game game, bool draw)
    {
        var (few, many) = draw ? game.Drawn : game.Undrawn;
        return (many - few) / (Time(game, many, draw) - Time(game, few, draw));
    }

    private static double Time(Game game, int frames, bool draw)
    {
        var saves = Directory.CreateTempSubdirectory("bridge-bench-");
        var began = Clock.Now;
        string[] scripts = [.. game.Scripts, draw ? "bench/lua/drawn.lua" : "bench/lua/undrawn.lua"];
        using (var run = new Child("free run", HostProgram.Path,
            [
                "--rom", RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), "--save-dir", saves.FullName, "--speed", "0",
                "--frames", frames.ToString(CultureInfo.InvariantCulture), .. scripts.SelectMany(script => new[] { "--script", RepositoryRoot.Combine(script) }),
            ]))
            run.WaitForEnd();
        var took = Clock.Now - began;
        saves.Delete(recursive: true);
        return took;
    }

    /// <summary>The button-test game, or what a script makes of it.</summary>
    /// <param name="Name">In the report.</param>
    /// <param name="Scripts">Loaded first.</param>
    /// <param name="Drawn">How many frames the two runs have that measure the core alone, drawn.</param>
    /// <param name="Undrawn">The same, not drawn.</param>
    private sealed record Game(string Name, string[] Scripts, Runs Drawn, Runs Undrawn);

    private sealed record Runs(int Few, int Many);

    /// <summary>One after the other, so that a slower machine is slower for all. Frames a second.</summary>
    private sealed record Round(double Drawn, double Undrawn, Load Few, Load Many, Load Blind)
    {
        public double Mixed => Stepping.Many / ((Stepping.Many - 1) / Undrawn + 1 / Drawn);
    }
}
