using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Composition.Configuration;

/// <summary>Checks the configuration before anything starts; each sentence names the setting, its value and what is accepted.</summary>
internal sealed class BridgeOptionsValidator(ListeningSettings listening, LogLevels levels, TelemetryValidator telemetry)
    : IValidateOptions<BridgeOptions>
{
    public ValidateOptionsResult Validate(string? name, BridgeOptions options)
    {
        List<string> failures = [.. levels.FindFailures(), .. listening.FindFailures(), .. telemetry.FindFailures(options.Telemetry)];
        foreach (var (emulator, settings) in options.Emulators)
        {
            if (!EmulatorClient.IsName(emulator))
                failures.Add(
                    $"Bridge:Emulators: a name must be 1 to 32 characters of a-z, 0-9 and -, not starting with -; got \"{emulator}\".");
            failures.AddRange(EmulatorOptionsRules.FindFailures(settings).Select(failure => $"Bridge:Emulators:{emulator}:{failure}"));
        }

        foreach (var port in options.DiscoveryPorts?.Where(port => port is < 1 or > 65535) ?? [])
            failures.Add($"Bridge:DiscoveryPorts: a port must be 1 to 65535; got {port}.");
        foreach (var host in options.Hosts.Where(host => !HostNames.IsName(host)))
            failures.Add(
                $"Bridge:Hosts: a host must be a name or an address, with or without a port, like bridge.example or localhost:8000; got "
                + $"\"{host}\".");
        if (options.Tokens.Count == 0 && !options.TrustNetwork
            && options.Hosts.FirstOrDefault(host => !HostNames.IsLoopback(host)) is { } known)
        {
            failures.Add(
                $"Bridge:Hosts has \"{known}\", a name that other machines may use, and the bridge requires no token. Configure a token "
                + "(Bridge:Tokens), or set Bridge:TrustNetwork to true if a proxy or firewall controls access to the bridge.");
        }

        foreach (var origin in options.Origins.Where(origin => !OtherOrigins.IsOrigin(origin)))
            failures.Add(
                $"Bridge:Origins: an origin must be in lower case and without a path, like https://example.org; got \"{origin}\".");
        failures.AddRange(TokenSettings.FailuresOf(
            // Tokens are the same on all hosts of a fleet, and may name emulators that clients create.
            options.Tokens, options.Fleet.IsOn ? null : options.Emulators.Keys));
        failures.AddRange(RateOptions.FailuresOf(options.Rate));
        if (options.Connections is < 1 or > 1_000_000)
            failures.Add($"Bridge:Connections must be 1 to 1000000; got {options.Connections}.");
        if (options.EventStreams is < 1 or > 1_000_000)
            failures.Add($"Bridge:EventStreams must be 1 to 1000000; got {options.EventStreams}.");
        failures.AddRange(UnixOptions.FailuresOf(UnixOptions.HttpSection, options.Unix));
        failures.AddRange(options.Raw.FindFailures());
        failures.AddRange(options.Mcp.FindFailures());
        failures.AddRange(options.OnDemand.FindFailures());
        failures.AddRange(options.History.FindFailures());
        failures.AddRange(options.Movies.FindFailures());
        failures.AddRange(options.Clips.FindFailures());
        failures.AddRange(options.Branches.FindFailures());
        failures.AddRange(options.Symbols.FindFailures());
        failures.AddRange(options.Notebook.FindFailures());
        failures.AddRange(options.Doors.FindFailures(options.TrustNetwork));
        failures.AddRange(options.Fleet.FindFailures());
        if (options.FileFolder is { Length: > 0 } files && !Directory.Exists(files))
            failures.Add($"Bridge:FileFolder must be an existing folder; got \"{files}\".");
        if (options.FileQuota is < 1 or > 1_000_000)
            failures.Add($"Bridge:FileQuota must be 1 to 1000000; got {options.FileQuota}.");
        if (options.LogFormat is not ("console" or "json"))
            failures.Add($"Bridge:LogFormat must be console or json; got \"{options.LogFormat}\".");
        if (options.SlowRequest < TimeSpan.FromMilliseconds(1) || options.SlowRequest > TimeSpan.FromHours(1))
            failures.Add($"Bridge:SlowRequest must be 00:00:00.001 to 01:00:00; got {options.SlowRequest}.");
        if (options.Drain < TimeSpan.Zero || options.Drain > TimeSpan.FromMinutes(1))
            failures.Add($"Bridge:Drain must be 00:00:00 to 00:01:00; got {options.Drain}.");
        if (options.RomFolder is { Length: > 0 } roms && !Directory.Exists(roms))
            failures.Add($"Bridge:RomFolder must be an existing folder; got \"{roms}\".");
        if (options.StateFolder is { Length: > 0 } states && StateOptions.FindFailure(states) is { } failure)
            failures.Add(failure);
        return failures.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(failures);
    }
}
