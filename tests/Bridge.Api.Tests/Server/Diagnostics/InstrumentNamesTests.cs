using System.Diagnostics.Metrics;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Bridge.RawListener.Diagnostics;
using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <summary>The dashboards and docs/telemetry.md name every instrument and no other.</summary>
public sealed partial class InstrumentNamesTests
{
    private static readonly string[] HttpServer = ["http_server_request_duration_seconds_bucket"];

    [Fact]
    public void Dashboards_use_every_instrument_and_no_others()
    {
        var expressions = Directory.GetFiles(RepositoryRoot.Combine("observability", "grafana", "dashboards"), "*.json")
            .SelectMany(ExpressionsIn).ToArray();
        Assert.NotEmpty(expressions);
        var asked = expressions.SelectMany(expression => MetricName().Matches(LabelList().Replace(expression, ""))
            .Select(match => match.Value)).Distinct().ToArray();
        var instruments = Instruments().ToDictionary(instrument => instrument.Name, PrometheusNames);
        Assert.Empty(asked.Except(instruments.Values.SelectMany(names => names)).Except(HttpServer));
        Assert.Empty(instruments.Where(instrument => !instrument.Value.Intersect(asked).Any()).Select(instrument => instrument.Key));
    }

    [Fact]
    public void Labels_in_dashboards_are_tags_of_the_instruments()
    {
        string[] tags = ["bridge_emulator_name", "bridge_emulator_state",
            "bridge_command", "error_type", "network_io_direction", "http_route", "le"];
        var labels = Directory.GetFiles(RepositoryRoot.Combine("observability", "grafana", "dashboards"), "*.json")
            .SelectMany(ExpressionsIn)
            .SelectMany(expression => Label().Matches(expression).Select(match => match.Groups[1].Value)
                .Concat(Grouping().Matches(expression).SelectMany(match => match.Groups[1].Value.Split(", "))))
            .Distinct().ToArray();
        Assert.NotEmpty(labels);
        Assert.Empty(labels.Except(tags));
    }

    [Fact]
    public void The_documentation_lists_every_instrument_and_no_others() =>
        Assert.Equal(
            Instruments().Select(instrument => instrument.Name).Concat(FleetInstruments()).Order(StringComparer.Ordinal),
            DocumentedName().Matches(File.ReadAllText(RepositoryRoot.Combine("docs", "telemetry.md")))
                .Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal));

    // Read from the code, because they measure a whole bridge.
    private static IEnumerable<string> FleetInstruments() =>
        Directory.GetFiles(RepositoryRoot.Combine("src", "Bridge.Api", "Fleet"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(file => FleetName().Matches(File.ReadAllText(file))).Select(match => match.Groups[1].Value);

    private static List<Instrument> Instruments()
    {
        using var meter = new Meter(EmulatorInstruments.MeterName);
        var found = new List<Instrument>();
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, _) =>
        {
            if (instrument.Meter == meter)
                found.Add(instrument);
        };
        listener.Start();
        _ = new EmulatorInstruments(meter);
        _ = new RawMeters(meter);
        return found;
    }

    // Prometheus' translation of OTLP names: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/
    private static string[] PrometheusNames(Instrument instrument)
    {
        var kind = instrument.GetType().Name;
        var unit = instrument.Unit switch
        {
            "s" => "_seconds",
            "By" => "_bytes",
            "{frame}/s" => "_per_second",
            "1" when kind.Contains("Gauge", StringComparison.Ordinal) => "_ratio",
            _ => "",
        };
        var name = instrument.Name.Replace('.', '_') + unit;
        return kind.StartsWith("Histogram", StringComparison.Ordinal) ? [$"{name}_bucket", $"{name}_count", $"{name}_sum"]
            : kind.StartsWith("ObservableCounter", StringComparison.Ordinal) ? [$"{name}_total"]
            : [name];
    }

    private static IEnumerable<string> ExpressionsIn(string file) =>
        JsonNode.Parse(File.ReadAllText(file))!["panels"]!.AsArray().SelectMany(panel => panel!["targets"]!.AsArray())
            .Select(target => target!["expr"]!.GetValue<string>());

    // Names in braces, or in parentheses after "by", are labels.
    [GeneratedRegex(@"\{[^}]*\}|by \([^)]*\)")]
    private static partial Regex LabelList();

    [GeneratedRegex(@"\b(?:bridge|http)_\w+")]
    private static partial Regex MetricName();

    [GeneratedRegex(@"[{,](\w+)(?:=|!)")]
    private static partial Regex Label();

    [GeneratedRegex(@"by \(([^)]*)\)")]
    private static partial Regex Grouping();

    [GeneratedRegex(@"\.Create\w+\(""(bridge\.fleet\.[a-z_]+)""")]
    private static partial Regex FleetName();

    [GeneratedRegex(@"^\| `(bridge\.[a-z_.]+)` \|", RegexOptions.Multiline)]
    private static partial Regex DocumentedName();
}
