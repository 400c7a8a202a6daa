using System.Runtime.Versioning;

namespace Bridge.LoadBench.Idle;

/// <summary>Lets all clients send one request a second, evenly spread, and one more after a long idle time.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AskingClients(IdlePlan plan)
{
    public void Measure(SystemUnderTest system, ClientGroup clientGroup, string request, int length)
    {
        Console.WriteLine("\n| all of them ask | requests | p50, ms | p99, ms | max, ms | refused | unanswered "
            + "| frames/s | bridge, % of a core | emulator, % | threads | MiB resident |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        Row(system, FormattableString.Invariant($"once a second, {plan.Times} times"),
            () => clientGroup.Ask(request, TimeSpan.FromSeconds(1), length, plan.Times));
        Row(system, FormattableString.Invariant($"nothing for {plan.IdleMinutes:0.#} min"), () =>
        {
            clientGroup.Listen(TimeSpan.FromMinutes(plan.IdleMinutes));
            return new Answers(0);
        });
        Row(system, "once more, within 5 s", () => clientGroup.Ask(request, TimeSpan.FromSeconds(5), length));
    }

    private static void Row(SystemUnderTest system, string how, Func<Answers> ask)
    {
        var (bridge, emulator, begin) = (system.Bridge.ProcessorTime, system.Emulator.Child.ProcessorTime, Clock.Now);
        var answers = ask();
        var end = Clock.Now;
        double Share(TimeSpan used) => used.TotalSeconds / (end - begin) * 100;
        var times = answers.Asked == 0 ? "| |" : FormattableString.Invariant(
            $"{Results.Percentile(answers.Times, 50):0.00} | {Results.Percentile(answers.Times, 99):0.0} | {answers.Times.Max():0.0}");
        Console.WriteLine(InvariantText.Join(
            $"| {how} | {answers.Asked:#,0} | {times} | {answers.Refused} | {answers.Unanswered} ",
            $"| {system.Emulator.Frames.Speed(begin, end):0.00} | {Share(system.Bridge.ProcessorTime - bridge):0.0} ",
            $"| {Share(system.Emulator.Child.ProcessorTime - emulator):0.0} ",
            $"| {ResidentMemory.ThreadsOf(system.Bridge.Id)} | {ResidentMemory.BytesOf(system.Bridge.Id) / 1048576.0:0.0} |"));
    }
}
