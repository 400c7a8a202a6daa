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

    public static async Task RunAsync()
    {
        var disturbance = new Disturbance();
        using var lane = new Lane("step", idle: true, "shared", isFast: true);
        lane.End();
        var rounds = new List<Round>();
        // The first one compiles the bridge's code.
        for (var i = 0; i <= Rounds; i++)
        {
            var (drawn, undrawn) = (FreeRun(draw: true), FreeRun(draw: false));
            await lane.BeginAsync();
            var (few, many, blind) = (await StepAsync(lane, Few), await StepAsync(lane, Many), await StepAsync(lane, Many, draw: false));
            lane.End();
            if (i > 0)
                rounds.Add(new Round(drawn, undrawn, few, many, blind));
        }

        Write(rounds);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"\nMeanwhile other programs kept {disturbance.Cores:0.00} cores busy."));
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
    private static double FreeRun(bool draw)
    {
        var (few, many) = draw ? (500, 4_500) : (5_000, 30_000);
        return (many - few) / (Time(many, draw) - Time(few, draw));
    }

    private static double Time(int frames, bool draw)
    {
        var saves = Directory.CreateTempSubdirectory("bridge-bench-");
        var began = Clock.Now;
        using (var run = new Child("free run", HostProgram.Path,
            [
                "--rom", RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), "--save-dir", saves.FullName, "--speed", "0",
                "--frames", frames.ToString(CultureInfo.InvariantCulture), "--script", RepositoryRoot.Combine("bench", "lua", draw ? "drawn.lua" : "undrawn.lua"),
            ]))
            run.WaitForEnd();
        var took = Clock.Now - began;
        saves.Delete(recursive: true);
        return took;
    }

    /// <summary>One after the other, so that a slower machine is slower for all. Frames a second.</summary>
    private sealed record Round(double Drawn, double Undrawn, Load Few, Load Many, Load Blind)
    {
        public double Mixed => Stepping.Many / ((Stepping.Many - 1) / Undrawn + 1 / Drawn);
    }
}
