using System.Globalization;
using System.Net.Http.Json;

namespace Bridge.LoadBench;

/// <summary>Compares the steps of a held game with the core running freely, both at full speed.</summary>
internal static class Stepping
{
    private const int Rounds = 5;
    private const double Seconds = 2;
    private const int Few = 1;
    private const int Many = 60;

    private static readonly Game[] Games =
    [
        new("A game that works through each frame", ["bench/lua/busy.lua"], Drawn: new(200, 1_200), Undrawn: new(300, 2_300)),
        new("A game that halts for most of each frame", [], Drawn: new(500, 3_000), Undrawn: new(5_000, 20_000)),
    ];

    public static async Task RunAsync()
    {
        var disturbance = new BackgroundLoad();
        using var system = new SystemUnderTest("step", idle: true, "shared", isCompared: false);
        system.End();
        var rounds = Games.ToDictionary(game => game, _ => new List<Round>());
        // The first round compiles the bridge's code.
        for (var i = 0; i <= Rounds; i++)
        {
            foreach (var game in Games)
            {
                await system.BeginFastAsync(game.Scripts);
                var round = new Round(
                    await CompareAsync(system, game, Few, draw: true, drawsAll: true),
                    await CompareAsync(system, game, Many, draw: true, drawsAll: false),
                    await CompareAsync(system, game, Many, draw: false, drawsAll: false));
                system.End();
                if (i > 0)
                    rounds[game].Add(round);
            }
        }

        foreach (var game in Games)
        {
            Console.WriteLine($"{game.Name}:\n");
            Write(rounds[game]);
            Console.WriteLine();
        }

        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"Meanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
    }

    private static void Write(List<Round> rounds)
    {
        double Median(Func<Round, double> select) => Results.Median(rounds.Select(select));
        void Steps(string name, int frames, Func<Round, Comparison> of, string core) => Console.WriteLine(InvariantText.Join(
            $"| {name} | {Median(r => of(r).Ratio(frames)):0.00} ",
            $"| {rounds.Min(r => of(r).Ratio(frames)):0.00}–{rounds.Max(r => of(r).Ratio(frames)):0.00} | {core} ",
            $"| {Median(r => of(r).Steps.Rate * frames):#,0} | {Median(r => of(r).Core):#,0} | {Median(r => of(r).Steps.P50):0.000} ",
            $"| {Median(r => of(r).Steps.P99):0.000} | {rounds.Sum(r => of(r).Steps.Errors)} |"));

        Console.WriteLine("| steps, each with a read | of the core alone | least to most | which is "
            + "| frames/s | the core's | a step's p50, ms | p99, ms | errors |");
        Console.WriteLine("|---|---:|---:|---|---:|---:|---:|---:|---:|");
        Steps($"of {Few}", Few, r => r.Few, "drawn");
        Steps($"of {Many}", Many, r => r.Many, "not drawn");
        Steps($"of {Many}, none drawn", Many, r => r.Blind, "not drawn");
        Console.WriteLine(InvariantText.Join(
            $"\nA step of {Few} takes {Median(r => r.Few.Steps.P50 - 1000 / r.Few.Core):0.000} ms more than its frame. ",
            $"The core alone with one frame of {Many} drawn, as in steps of {Many}, ",
            $"would reach {Median(r => r.Mixed / r.Many.Core):0.00}."));
    }

    // The core alone before and after: the machine's speed changes within seconds.
    private static async Task<Comparison> CompareAsync(SystemUnderTest system, Game game, int frames, bool draw, bool drawsAll)
    {
        var before = RunFreely(game, drawsAll);
        var steps = await StepAsync(system, frames, draw);
        return new Comparison(steps, (before + RunFreely(game, drawsAll)) / 2);
    }

    private static async Task<Load> StepAsync(SystemUnderTest system, int frames, bool draw)
    {
        var emulator = $"{system.Address}/emulators/default/frames";
        using var client = new HttpClient();
        using (var held = await client.PostAsJsonAsync($"{emulator}/hold", new { leaseSeconds = 60 }))
            held.EnsureSuccessStatusCode();
        var load = await Wrk.RunAsync($"{emulator}/step", 1, Seconds,
            body: $$"""{"frames": {{frames}}, "draw": {{(draw ? "true" : "false")}}, "buttons": ["Right"], "read": """
                + """[{"address": "0x02000000", "type": "u32"}]}""");
        using (var gone = await client.DeleteAsync($"{emulator}/hold"))
            gone.EnsureSuccessStatusCode();
        return load;
    }

    private static double RunFreely(Game game, bool draw)
    {
        var (few, many) = draw ? game.Drawn : game.Undrawn;
        return FreeRun.Rate(game.Scripts, draw, few, many);
    }

    /// <summary>The button-test game, or a variant made by a script.</summary>
    /// <param name="Name">The name in the report.</param>
    /// <param name="Scripts">Scripts to load first.</param>
    /// <param name="Drawn">The frames of the two runs that measure the core alone, drawn.</param>
    /// <param name="Undrawn">The same, not drawn.</param>
    private sealed record Game(string Name, string[] Scripts, Runs Drawn, Runs Undrawn);

    private sealed record Runs(int Few, int Many);

    /// <summary>The steps, and the core's frames per second, the mean of before and after.</summary>
    private sealed record Comparison(Load Steps, double Core)
    {
        public double Ratio(int frames) => Steps.Rate * frames / Core;
    }

    private sealed record Round(Comparison Few, Comparison Many, Comparison Blind)
    {
        /// <summary>Gets the frames per second of the core alone if it drew one of <see cref="Stepping.Many"/> frames.</summary>
        public double Mixed => Stepping.Many / ((Stepping.Many - 1) / Many.Core + 1 / Few.Core);
    }
}
