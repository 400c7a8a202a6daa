using System.Runtime.Versioning;

namespace Bridge.Bench.Idle;

/// <summary>Lets all clients send one request a second, evenly spread, and one more after a long idle time.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AskingClients(IdlePlan plan)
{
    public void Measure(SystemUnderTest lane, ClientGroup multitude, string request, int length)
    {
        Console.WriteLine("\n| all of them ask | requests | p50, ms | p99, ms | max, ms | refused | unanswered "
            + "| frames/s | bridge, % of a core | emulator, % | threads | MiB resident |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        Row(lane, FormattableString.Invariant($"once a second, {plan.Times} times"),
            () => multitude.Ask(request, TimeSpan.FromSeconds(1), length, plan.Times));
        Row(lane, FormattableString.Invariant($"nothing for {plan.IdleMinutes:0.#} min"), () =>
        {
            multitude.Listen(TimeSpan.FromMinutes(plan.IdleMinutes));
            return new Answers(0);
        });
        Row(lane, "once more, within 5 s", () => multitude.Ask(request, TimeSpan.FromSeconds(5), length));
    }

    private static void Row(SystemUnderTest lane, string how, Func<Answers> ask)
    {
        var (bridge, emulator, begin) = (lane.Bridge.ProcessorTime, lane.Emulator.Child.ProcessorTime, Clock.Now);
        var answers = ask();
        var end = Clock.Now;
        double Share(TimeSpan used) => used.TotalSeconds / (end - begin) * 100;
        var times = answers.Asked == 0 ? "| |" : FormattableString.Invariant(
            $"{Results.Percentile(answers.Times, 50):0.00} | {Results.Percentile(answers.Times, 99):0.0} | {answers.Times.Max():0.0}");
        Console.WriteLine(InvariantText.Join(
            $"| {how} | {answers.Asked:#,0} | {times} | {answers.Refused} | {answers.Unanswered} ",
            $"| {lane.Emulator.Frames.Speed(begin, end):0.00} | {Share(lane.Bridge.ProcessorTime - bridge):0.0} ",
            $"| {Share(lane.Emulator.Child.ProcessorTime - emulator):0.0} ",
            $"| {Resident.ThreadsOf(lane.Bridge.Id)} | {Resident.BytesOf(lane.Bridge.Id) / 1048576.0:0.0} |"));
    }
}
