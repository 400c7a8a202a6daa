using System.Globalization;
using System.Text;

namespace Bridge.LoadBench;

/// <summary>Writes the results as Markdown, ratios first.</summary>
internal sealed class Report(Results results, Plan plan, double disturbance)
{
    private const double NativeSpeed = 59.7275;

    private readonly StringBuilder _text = new();

    public override string ToString()
    {
        _text.Clear();
        Line($"Meanwhile other programs kept {disturbance:0.00} cores busy; the nearer to 0, the more the figures are worth.");
        Line($"");
        Loads();
        Arrivals();
        Fairness();
        Allocation();
        Idle();
        new Goals(results).Write(Line);
        return _text.ToString();
    }

    private void Line(params FormattableString[] parts) => _text.Append(InvariantText.Join(parts)).Append('\n');

    private void Loads()
    {
        Line($"## Closed loop");
        Line($"");
        Line($"Each client asks again as soon as it is answered. Times in ms, medians of {plan.Rounds} rounds; ",
            $"max and errors over all of them; frames a second: the round farthest from {NativeSpeed}. ",
            $"Those that echo in *every* mode have done so for {plan.GrowSeconds} s before, after which the window is as large ",
            $"as the game allows. *Of bare* and *of host* compare the medians; the goals below compare within each round, ",
            $"and take the game's speed over the rounds of a row together: where the machine stands still for a few milliseconds ",
            $"and the game makes up for it, a line through the frames of two seconds tilts by some tenths of a percent.");
        Line($"");
        Line($"| asked for | clients | system | of bare | of host | times old | requests/s | p50 | p99 | max | errors | frames/s |");
        Line($"|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        foreach (var (cell, samples) in results.Loads.OrderBy(pair => Order(pair.Key)))
        {
            double Middle(Func<Sample, double> select) => Results.Median(samples.Select(select));
            var rate = Middle(sample => sample.Load.Rate);
            Line($"| {cell.Work} | {cell.Clients} | {cell.System} ",
                $"| {Ratio(rate, results.Rate("echo", cell.Clients, Systems.Bare), "0.00")} ",
                $"| {Ratio(rate, results.Rate("echo", cell.Clients, Systems.BareHost), "0.00")} ",
                $"| {Ratio(rate, results.Rate("echo", cell.Clients, Systems.Old), "0")} | {rate:#,0} ",
                $"| {Middle(s => s.Load.P50):0.000} | {Middle(s => s.Load.P99):0.00} | {samples.Max(s => s.Load.Max):0.0} ",
                $"| {Errors(samples)} | {Farthest(samples.Select(s => s.FramesPerSecond)):0.00} |");
        }

        Line($"");
    }

    private static (int, int, int) Order(Cell cell) => (
        Array.IndexOf([Work.Echo.Name, Work.Read.Name, Work.Batch.Name, Work.Range.Name], cell.Work), cell.Clients,
        Array.IndexOf([Systems.Idle, Systems.Every, Systems.Shared, Systems.Old, Systems.Bare, Systems.BareHost], cell.System));

    private static string Ratio(double rate, double? other, string format) =>
        other is { } number ? (rate / number).ToString(format, CultureInfo.InvariantCulture) : "";

    private static string Errors(List<Sample> samples)
    {
        var (refused, late, broken) = (samples.Sum(s => s.Load.Refused),
            samples.Sum(s => s.Load.TimedOut), samples.Sum(s => s.Load.Broken));
        return refused + late + broken == 0 ? "0" : $"{refused} refused, {late} timed out, {broken} broken";
    }

    private static double Farthest(IEnumerable<double> speeds) => speeds.MaxBy(speed => Math.Abs(speed - NativeSpeed));

    private void Arrivals()
    {
        Line($"## Random arrivals");
        Line($"");
        Line($"30 echoes a second at random times (exponential gaps, the same for all), ",
            $"each counted from the moment it was meant to be sent. Times in ms.");
        Line($"");
        Line($"| system | mean | p50 | p99 | max | requests | failed | frames/s |");
        Line($"|---|---:|---:|---:|---:|---:|---:|---:|");
        foreach (var (system, (times, failed, speeds)) in results.Arrivals)
            Line($"| {system} | {times.Average():0.00} | {Results.Percentile(times, 50):0.00} ",
                $"| {Results.Percentile(times, 99):0.0} | {times.Max():0.0} | {times.Count} | {failed} | {Farthest(speeds):0.00} |");
        Line($"");
    }

    private void Fairness()
    {
        Line($"## A lone client beside others");
        Line($"");
        Line($"One client that echoes in a closed loop, in ms.");
        Line($"");
        Line($"| system | beside | requests/s | p50 | p99 | max | frames/s |");
        Line($"|---|---|---:|---:|---:|---:|---:|");
        foreach (var (cell, samples) in results.Fairness.OrderByDescending(pair => pair.Key.System))
        {
            double Middle(Func<Load, double> select) => Results.Median(samples.Select(sample => select(sample.Alone)));
            Line($"| {cell.System} | {cell.Beside} | {Middle(l => l.Rate):#,0} | {Middle(l => l.P50):0.000} | {Middle(l => l.P99):0.00} ",
                $"| {samples.Max(s => s.Alone.Max):0.0} | {Farthest(samples.Select(s => s.FramesPerSecond)):0.00} |");
        }

        Line($"");
    }

    private void Allocation()
    {
        Line($"## Allocation");
        Line($"");
        Line($"Bytes a request in the bridge's whole process. *Ours* is the difference to the bare endpoint. Generated code finds ",
            $"that one's parameter in ASP.NET's own dictionary; endpoints of ours that parse the query themselves can be below it.");
        Line($"");
        Line($"| asked for | clients | system | whole process | bare endpoint | ours |");
        Line($"|---|---:|---|---:|---:|---:|");
        foreach (var (cell, _) in results.Loads.Where(pair => pair.Key.Clients is 1 or 64 && pair.Key.System == Systems.Idle)
            .OrderBy(pair => Order(pair.Key)))
        {
            var whole = results.Of(cell.Work, cell.Clients, cell.System, sample => sample.BytesPerRequest)!.Value;
            var bare = results.Of("echo", cell.Clients, Systems.Bare, sample => sample.BytesPerRequest)!.Value;
            Line($"| {cell.Work} | {cell.Clients} | {cell.System} | {whole:#,0} | {bare:#,0} | {whole - bare:#,0} |");
        }

        Line($"");
    }

    private void Idle()
    {
        if (results.Idle is not { } cost)
            return;
        Line($"## Nobody asks");
        Line($"");
        Line($"Over {cost.Seconds:0} s, with the stock callback in *every* mode: ",
            $"the bridge uses {cost.Bridge:0.00} % of a core, the emulator {cost.HostWithBridge:0.00} % ",
            $"(with the bridge held still {cost.HostAlone:0.00} %); the script opened {cost.Windows} windows.");
        Line($"");
    }
}
