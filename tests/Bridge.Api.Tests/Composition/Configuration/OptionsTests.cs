using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Roms;

namespace Bridge.Api.Tests.Composition.Configuration;

/// <summary>Starts the whole program as a process with a setting that is wrong, and checks how it ends.</summary>
public sealed class OptionsTests
{
    private const string Default = "Bridge:Emulators:default";

    [Theory]
    [InlineData("Bridge:FileFolder", "/no/such/folder", "Bridge:FileFolder", "/no/such/folder")]
    [InlineData($"{Default}:Port", "65536", "Bridge:Emulators:default", "Port")]
    [InlineData($"{Default}:Port", "many", "Bridge:Emulators:default:Port", "many")]
    [InlineData($"{Default}:Host", "", "Bridge:Emulators:default", "Host")]
    [InlineData($"{Default}:Connections", "0", "Bridge:Emulators:default", "Connections")]
    [InlineData($"{Default}:Connections", "9", "Bridge:Emulators:default", "Connections")]
    [InlineData($"{Default}:InFlight", "1025", "Bridge:Emulators:default", "InFlight")]
    [InlineData($"{Default}:SendQueueBytes", "1", "Bridge:Emulators:default", "SendQueueBytes")]
    [InlineData($"{Default}:Deadline", "00:00:00.049", "Bridge:Emulators:default", "Deadline")]
    [InlineData($"{Default}:Deadline", "00:01:00.001", "Bridge:Emulators:default", "Deadline")]
    [InlineData($"{Default}:Deadline", "soon", "Bridge:Emulators:default:Deadline", "soon")]
    [InlineData($"{Default}:ConnectTimeout", "00:00:31", "Bridge:Emulators:default", "ConnectTimeout")]
    [InlineData($"{Default}:PausedAfter", "00:00:00", "Bridge:Emulators:default", "PausedAfter")]
    [InlineData($"{Default}:Retries", "11", "Bridge:Emulators:default", "Retries")]
    [InlineData("Bridge:Emulators:second:Port", "-1", "Bridge:Emulators:second", "Port")]
    [InlineData("Bridge:Emulators:Big One:Port", "8888", "Bridge:Emulators", "\"Big One\"")]
    [InlineData("Bridge:LogFormat", "xml", "Bridge:LogFormat", "\"xml\"")]
    [InlineData("Bridge:SlowRequest", "00:00:00", "Bridge:SlowRequest", "00:00:00")]
    [InlineData("Bridge:RomFolder", "/nowhere/at/all", "Bridge:RomFolder", "/nowhere/at/all")]
    [InlineData("Bridge:StateFolder", "/proc/states", "Bridge:StateFolder must be a folder that exists or that the bridge can create",
        "got \"/proc/states\"")]
    [InlineData("Bridge:StateFolder", "/dev/null", "Bridge:StateFolder must be a folder", "got \"/dev/null\"")]
    [InlineData("Bridge:Hosts:0", "http://bridge.example", "Bridge:Hosts", "\"http://bridge.example\"")]
    [InlineData("Bridge:Hosts:0", "*", "Bridge:Hosts", "\"*\"")]
    [InlineData("Bridge:Hosts:0", "bridge.example:65536", "Bridge:Hosts", "bridge.example:65536")]
    [InlineData("Bridge:Hosts:0", "bridge.example", "Bridge:Hosts has \"bridge.example\"", "Bridge:Tokens")]
    [InlineData("Bridge:Hosts:0", "192.0.2.1:8000", "Bridge:Hosts has \"192.0.2.1:8000\"", "Bridge:TrustNetwork")]
    [InlineData("Bridge:Origins:0", "*", "Bridge:Origins", "\"*\"")]
    [InlineData("Bridge:Origins:0", "null", "Bridge:Origins", "\"null\"")]
    [InlineData("Bridge:Origins:0", "https://example.org/", "Bridge:Origins", "https://example.org/")]
    [InlineData("Bridge:Connections", "0", "Bridge:Connections", "1 to 1000000")]
    [InlineData("Bridge:EventStreams", "0", "Bridge:EventStreams", "1 to 1000000")]
    [InlineData("Bridge:FileQuota", "0", "Bridge:FileQuota", "1 to 1000000")]
    [InlineData("Bridge:Rate:Requests", "0", "Bridge:Rate:Requests", "1 to 1000000")]
    [InlineData("Bridge:Rate:Period", "00:00:00.5", "Bridge:Rate:Period", "00:00:01")]
    [InlineData("Bridge:TrustNetwork", "perhaps", "Bridge:TrustNetwork", "perhaps")]
    [InlineData("Bridge:Tokens:me:File", "/no/such/file", "Bridge:Tokens:me:File \"/no/such/file\"", "can't be read")]
    [InlineData("Bridge:Tokens:me:File", "/dev/null", "Bridge:Tokens:me:Value must be", "16 to 256")]
    [InlineData("Bridge:Telemetry:Endpoint", "collector", "Bridge:Telemetry:Endpoint", "\"collector\"")]
    [InlineData("Bridge:Telemetry:Endpoint", "ftp://collector", "Bridge:Telemetry:Endpoint", "ftp://collector")]
    [InlineData("Bridge:Telemetry:Interval", "00:00:00.500", "Bridge:Telemetry:Interval", "00:00:00.5")]
    [InlineData("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4317", "OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4317")]
    [InlineData($"{Default}:Prot", "8888", $"Unknown setting {Default}:Prot; did you mean {Default}:Port?", "")]
    [InlineData("Bridge:Drian", "5", "Unknown setting Bridge:Drian; did you mean Bridge:Drain?", "")]
    [InlineData("Bridge:Origin:0", "https://example.org", "Unknown setting Bridge:Origin:0; did you mean Bridge:Origins?", "")]
    [InlineData("Bridge:Weather", "fine", "Unknown setting Bridge:Weather; docs/settings.md lists all settings.", "")]
    [InlineData("Bridge:Doors:BizHawk:Port", "some", "Bridge:Doors:BizHawk:Port must be a whole number; got \"some\".", "")]
    [InlineData("Bridge:Doors:BizHawk:Prt", "1", "Unknown setting Bridge:Doors:BizHawk:Prt; did you mean Bridge:Doors:BizHawk:Port?", "")]
    [InlineData("Bridge:Doors:BizHawk:Screenshots", "/tmp", "Unknown setting Bridge:Doors:BizHawk:Screenshots; docs", "")]
    [InlineData("Bridge:Connections", "many", "Bridge:Connections must be a whole number; got \"many\".", "")]
    [InlineData("Bridge:TrustNetwork", "maybe", "Bridge:TrustNetwork must be true or false; got \"maybe\".", "")]
    [InlineData("Bridge:Drain", "soon", "Bridge:Drain must be a duration like 5s, 500ms or 00:00:05; got \"soon\".", "")]
    [InlineData("Bridge:Drain", "61", "Bridge:Drain must be 00:00:00 to 00:01:00; got 00:01:01.", "")]
    [InlineData($"{Default}:Port", "0", $"{Default}:Port must be", "1 to 65535; got 0.")]
    [InlineData($"{Default}:PingInterval", "00:00:11", $"{Default}:PingInterval must be", "00:00:00.0200000 to 00:00:10; got 00:00:11.")]
    [InlineData("Serilog:MinimumLevel:Default", "Loud", "Serilog:MinimumLevel:Default must be", "; got \"Loud\".")]
    [InlineData("Serilog:MinimumLevel:Override:Microsoft", "9",
        "Serilog:MinimumLevel:Override:Microsoft must be", "Error, Fatal; got \"9\".")]
    [InlineData("Serilog:MinimumLevel:Override:*.Http", "Error", "Serilog:MinimumLevel:Override takes names",
        "of sources without *; got \"*.Http\".")]
    [InlineData("Serilog:MinimumLevel:Overrides:Microsoft", "Error", "Serilog:MinimumLevel:Overrides", "Default and Override")]
    [InlineData("Serilog:WriteTo:0:Name", "File", "Serilog:WriteTo", "MinimumLevel only")]
    public async Task An_invalid_setting_ends_the_start_with_a_message_naming_it(string setting, string value, string named, string also)
    {
        await using var bridge = new BridgeProcess($"--{setting}={value}");
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.Contains(named, bridge.Output, StringComparison.Ordinal);
        Assert.Contains(also, bridge.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bridge.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_in_use_ends_the_start_with_a_message_that_names_it()
    {
        await using var first = new BridgeProcess();
        await first.ListensAsync();
        await using var second = new BridgeProcess("--urls", first.Address.ToString());
        Assert.Equal(75, await second.EndsAsync()); // ExitCodes.TryAgain
        Assert.Contains(first.Address.Authority, second.Output, StringComparison.Ordinal);
    }
}
