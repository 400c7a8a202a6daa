using Bridge.Api.Compat;
using Bridge.Api.Diagnostics;
using Bridge.Api.Hosting;
using Bridge.Api.Roms;
using Bridge.Api.Security;
using Bridge.Api.States;
using Bridge.SocketPool;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Configuration;

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
                    $"Bridge:Emulators: \"{emulator}\" is no name for an emulator; 1 to 32 of a-z, 0-9 and - are, not beginning with -.");
            failures.AddRange(EmulatorOptionsRules.FindFailures(settings).Select(failure => $"Bridge:Emulators:{emulator}:{failure}"));
        }

        foreach (var host in options.Hosts.Where(host => !HostNames.IsName(host)))
            failures.Add(
                $"Bridge:Hosts has \"{host}\"; a host is a name or an address, with a port behind a colon or without, like bridge.example "
                + $"or localhost:8000.");
        if (options.Tokens.Count == 0 && !options.TrustNetwork
            && options.Hosts.FirstOrDefault(host => !HostNames.IsLoopback(host)) is { } known)
        {
            failures.Add(
                $"Bridge:Hosts has \"{known}\", which others may know this machine by, and nobody is asked for a token. Configure one "
                + $"(Bridge:Tokens), or set "
                + "Bridge:TrustNetwork to true if something else decides who reaches the bridge.");
        }

        foreach (var origin in options.Origins.Where(origin => !OtherOrigins.IsOrigin(origin)))
            failures.Add(
                $"Bridge:Origins has \"{origin}\"; an origin is a site as browsers name it, in small letters and without a path, like "
                + $"https://example.org.");
        failures.AddRange(TokenSettings.FailuresOf(options.Tokens, options.Emulators.Keys));
        failures.AddRange(RateOptions.FailuresOf(options.Rate));
        if (options.Connections is < 1 or > 1_000_000)
            failures.Add($"Bridge:Connections is {options.Connections}; it is 1 to 1000000.");
        if (options.EventStreams is < 1 or > 1_000_000)
            failures.Add($"Bridge:EventStreams is {options.EventStreams}; it is 1 to 1000000.");
        failures.AddRange(UnixOptions.FailuresOf(UnixOptions.HttpSection, options.Unix));
        failures.AddRange(options.Raw.FindFailures());
        if (options.FileFolder is { Length: > 0 } files && !Directory.Exists(files))
            failures.Add($"Bridge:FileFolder is \"{files}\", which is no folder.");
        if (options.FileQuota is < 1 or > 1_000_000)
            failures.Add($"Bridge:FileQuota is {options.FileQuota}; it is 1 to 1000000.");
        if (options.LogFormat is not ("console" or "json"))
            failures.Add($"Bridge:LogFormat is \"{options.LogFormat}\"; it is console or json.");
        if (options.SlowRequest < TimeSpan.FromMilliseconds(1) || options.SlowRequest > TimeSpan.FromHours(1))
            failures.Add($"Bridge:SlowRequest is {options.SlowRequest}; it is 00:00:00.001 to 01:00:00.");
        if (options.Drain < TimeSpan.Zero || options.Drain > TimeSpan.FromMinutes(1))
            failures.Add($"Bridge:Drain is {options.Drain}; it is 00:00:00 to 00:01:00.");
        if (options.RomFolder is { Length: > 0 } roms && !Directory.Exists(roms))
            failures.Add($"Bridge:RomFolder is \"{roms}\", which is no folder.");
        if (options.StateFolder is { Length: > 0 } states && File.Exists(states))
            failures.Add($"Bridge:StateFolder is \"{states}\", which is a file; it is a folder, and made if it is missing.");
        return failures.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(failures);
    }
}
