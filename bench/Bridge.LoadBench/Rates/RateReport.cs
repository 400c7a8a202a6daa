using System.Globalization;
using System.Text;

namespace Bridge.LoadBench.Rates;

/// <summary>Writes the rows as Markdown, the ratio to the exclusive-socket pattern first.</summary>
internal static class RateReport
{
    public static string Write(IReadOnlyList<RateRow> rows)
    {
        var text = new StringBuilder();
        void Line(params FormattableString[] parts) => text.Append(InvariantText.Join(parts)).Append('\n');
        if (rows.Count == 0)
            return "Nothing was measured.\n";
        Line($"Meanwhile other programs kept {Math.Max(0, rows.Average(row => row.Others)):0.00} cores busy, ",
            $"at most {Math.Max(0, rows.Max(row => row.Others)):0.00} during a row.");
        Line($"");
        foreach (var size in rows.Where(row => row.Load == RateRow.Steady).Select(row => row.Size).Distinct())
            Table(Line, $"Messages of {size:#,0} bytes", [.. rows.Where(row => row.Load == RateRow.Steady && row.Size == size)]);
        Table(Line, $"Other loads", [.. rows.Where(row => row.Load != RateRow.Steady)]);
        Goals(Line, [.. rows.Where(row => row is { System: RateRow.Ours, Load: RateRow.Steady })]);
        return text.ToString();
    }

    private static void Table(LineWriter line, FormattableString heading, List<RateRow> rows)
    {
        if (rows.Count == 0)
            return;
        line($"### {heading.ToString(CultureInfo.InvariantCulture)}");
        line($"");
        line($"| load | requests/s asked | system | mean, times as quick | p99, times as quick ",
            $"| got/s | not sent in time | success | mean | p50 | p99 | max | by | others |");
        line($"|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|");
        foreach (var row in rows.OrderBy(row => row.Load == RateRow.Steady ? 0 : 1).ThenBy(row => row.Load, StringComparer.Ordinal)
            .ThenBy(row => row.Asked).ThenBy(row => row.System, StringComparer.Ordinal))
        {
            var old = row.System == RateRow.Ours
                ? rows.Find(other => other.System == RateRow.Old && other.Load == row.Load && other.Asked == row.Asked)
                : null;
            line($"| {row.Load} | {row.Asked:#,0} | {row.System} | {Ratio(old?.Mean, row.Mean)} | {Ratio(old?.P99, row.P99)} ",
                $"| {row.Got:#,0.0} | {row.Dropped:#,0} | {Percent(row.Success)} | {row.Mean:#,0.00} | {row.P50:#,0.00} ",
                $"| {row.P99:#,0.0} | {row.Max:#,0.0} | {row.Generator} | {Math.Max(0, row.Others):0.00} |");
        }

        line($"");
    }

    private static void Goals(LineWriter line, List<RateRow> ours)
    {
        line($"### Goals");
        line($"");
        line($"| goal | seen | |");
        line($"|---|---:|---|");
        void Goal(string goal, double? seen, double bound, bool isBelow)
        {
            if (seen is { } number)
                line($"| {goal} | {number:#,0.00} | {((isBelow ? number < bound : number == bound) ? "met" : "missed")} |");
        }

        Goal("rows with an answer that is missing or wrong", ours.Count(row => row.Success < 1), 0, isBelow: false);
        Goal("requests that were not sent in time", ours.Sum(row => row.Dropped), 0, isBelow: false);
        Goal("answers that belong to another request", ours.Sum(row => row.Foreign), 0, isBelow: false);
        foreach (var size in ours.Select(row => row.Size).Distinct())
        {
            Goal($"maximum at 5/s from a cold start, {size} bytes, < 20 ms",
                ours.Find(row => row.Size == size && row.Asked == 5)?.Max, 20, isBelow: true);
            Goal($"p99 at 340/s, {size} bytes, < 5 ms", ours.Find(row => row.Size == size && row.Asked == 340)?.P99, 5, isBelow: true);
        }

        line($"");
    }

    // A share just below 100 % must not round up to 100 %.
    private static string Percent(double share) =>
        string.Create(CultureInfo.InvariantCulture, $"{(share >= 1 ? 100 : Math.Min(99.99, 100 * share)):0.##} %");

    private static string Ratio(double? old, double ours) =>
        old is { } number && ours > 0 ? (number / ours).ToString(number / ours < 10 ? "0.0" : "#,0", CultureInfo.InvariantCulture) : "";
}
