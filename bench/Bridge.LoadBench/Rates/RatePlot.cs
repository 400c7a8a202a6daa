using System.Globalization;
using System.Text;

namespace Bridge.LoadBench.Rates;

/// <summary>Draws median and 99th percentile against rate for both systems, on logarithmic axes.</summary>
internal static class RatePlot
{
    private const double Left = 70;
    private const double Top = 50;
    private const double Width = 640;
    private const double Height = 380;
    private const double MinRate = 1;
    private const double MaxRate = 20_000;
    private const double MinTime = 0.1;
    private const double MaxTime = 20_000;

    public static string Draw(IReadOnlyList<RateRow> rows)
    {
        var text = new StringBuilder();
        void Line(params FormattableString[] parts) => text.Append(InvariantText.Join(parts)).Append('\n');
        var size = rows.Where(row => row.Load == RateRow.Steady).Select(row => row.Size).DefaultIfEmpty().Min();
        Line($"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 500\" ",
            $"font-family=\"sans-serif\" font-size=\"13\" role=\"img\" aria-label=\"Latency against rate\">");
        Line($"<style>");
        Line($".back {{ fill: #ffffff }} .text {{ fill: #24292f }} .grid {{ stroke: #d0d7de }} ",
            $".ours {{ stroke: #0969da; fill: #0969da }} .old {{ stroke: #bc4c00; fill: #bc4c00 }} .hole {{ fill: #ffffff }}");
        Line($"@media (prefers-color-scheme: dark) {{ .back {{ fill: #0d1117 }} .text {{ fill: #e6edf3 }} .grid {{ stroke: #30363d }} ",
            $".ours {{ stroke: #58a6ff; fill: #58a6ff }} .old {{ stroke: #f0883e; fill: #f0883e }} .hole {{ fill: #0d1117 }} }}");
        Line($"</style>");
        Line($"<rect class=\"back\" width=\"760\" height=\"500\" rx=\"6\"/>");
        Line($"<text class=\"text\" x=\"{Left}\" y=\"22\" font-size=\"15\">HTTP to mGBA and back, ",
            $"{size} bytes: milliseconds against requests a second</text>");
        Line($"<text class=\"text\" x=\"{Left}\" y=\"40\" font-size=\"12\">lines: median; dashes: ",
            $"99th percentile; hollow: requests failed or could not be sent in time</text>");
        for (var time = MinTime; time <= MaxTime; time *= 10)
        {
            Line($"<line class=\"grid\" x1=\"{Left}\" x2=\"{Left + Width}\" y1=\"{Y(time):0.0}\" y2=\"{Y(time):0.0}\"/>");
            Line($"<text class=\"text\" x=\"{Left - 8}\" y=\"{Y(time) + 4:0.0}\" text-anchor=\"end\">{time:#,0.#}</text>");
        }

        for (var rate = MinRate; rate <= MaxRate; rate *= 10)
        {
            Line($"<line class=\"grid\" x1=\"{X(rate):0.0}\" x2=\"{X(rate):0.0}\" y1=\"{Top}\" y2=\"{Top + Height}\"/>");
            Line($"<text class=\"text\" x=\"{X(rate):0.0}\" y=\"{Top + Height + 20}\" text-anchor=\"middle\">{rate:#,0}</text>");
        }

        Line($"<text class=\"text\" x=\"{Left + Width}\" y=\"{Top + Height + 40}\" text-anchor=\"end\">requests/s asked for</text>");
        foreach (var (system, style) in new[] { (RateRow.Old, "old"), (RateRow.Ours, "ours") })
        {
            RateRow[] points = [.. rows.Where(row => row.System == system && row.Load == RateRow.Steady && row.Size == size)];
            if (points.Length == 0)
                continue;
            Curve(Line, style, "", [.. points.Select(row => (row.Asked, row.P50, row.IsWhole))]);
            Curve(Line, style, " stroke-dasharray=\"5 4\"", [.. points.Select(row => (row.Asked, row.P99, row.IsWhole))]);
            // Above every point of one curve and below every point of the other, where no curve is.
            var beside = system == RateRow.Ours ? Y(points[0].P50) + 20 : Y(points[0].P99) - 12;
            Line($"<text class=\"{style}\" x=\"{X(points[0].Asked) + 6:0.0}\" y=\"{beside:0.0}\" style=\"stroke: none\">{system}</text>");
        }

        Line($"</svg>");
        return text.ToString();
    }

    private static void Curve(LineWriter line, string style, string dashes,
        (double Rate, double Time, bool IsWhole)[] points)
    {
        var path = string.Join(' ',
            points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{X(point.Rate):0.0},{Y(point.Time):0.0}")));
        line($"<polyline class=\"{style}\" points=\"{path}\" stroke-width=\"2\"{dashes} style=\"fill: none\"/>");
        foreach (var (rate, time, isWhole) in points)
        {
            line($"<circle class=\"{style}\" cx=\"{X(rate):0.0}\" cy=\"{Y(time):0.0}\" r=\"4\" stroke-width=\"2\"/>");
            if (!isWhole)
                line($"<circle class=\"hole\" cx=\"{X(rate):0.0}\" cy=\"{Y(time):0.0}\" r=\"3\"/>");
        }
    }

    private static double X(double rate) => Left + (Width * Share(rate, MinRate, MaxRate));

    private static double Y(double time) => Top + (Height * (1 - Share(time, MinTime, MaxTime)));

    private static double Share(double value, double min, double max) =>
        Math.Log(Math.Clamp(value, min, max) / min) / Math.Log(max / min);
}
