using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.Doors;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;
using Bridge.RawListener.Model;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Composition.Configuration;

/// <summary>Reads and validates the settings, and registers each feature's part of them.</summary>
internal static class FeatureOptions
{
    // The ports that mGBA's script takes after 8888, the port of the emulator default.
    private const int FirstDiscoveryPort = 8889, DiscoveryPortCount = 7;

    public static void AddFeatureOptions(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptions<BridgeOptions>()
            .Configure(options => SettingBinding.Bind(builder.Configuration, options))
            .PostConfigure(options => TokenFiles.Read(options.Tokens))
            .ValidateOnStart();
        services.AddSingleton<IValidateOptions<BridgeOptions>, BridgeOptionsValidator>();
        services.AddSingleton<ListeningSettings>();
        services.AddSingleton<LogLevels>();
        services.AddSingleton<TelemetryValidator>();
        services.AddPart(ToSecurity);
        services.AddPart(ToDirectory);
        services.AddPart(options => new ShutdownOptions(options.Drain));
        services.AddPart(options => new EventOptions(options.EventStreams));
        services.AddPart(options => new StateOptions(options.StateFolder));
        services.AddPart(options => new RomOptions(options.RomFolder));
        services.AddPart(options => new Features.Compat.FileOptions(options.FileFolder, options.FileQuota));
        services.AddPart(options => new ListeningOptions(options.Connections, options.Unix));
        services.AddPart(options => new InlineSchedulingOptions(options.InlineScheduling));
        services.AddPart(options => new RequestLogOptions(options.SlowRequest));
        services.AddPart(options => options.Telemetry);
        services.AddPart(options => options.Raw);
        services.AddPart<RawOptions>(options => options.Raw);
        services.AddPart(options => options.Mcp);
        services.AddPart(options => options.OnDemand);
        services.AddPart(options => options.History);
        services.AddPart(options => options.Movies);
        services.AddPart(options => options.Clips);
        services.AddPart(options => options.Branches);
        services.AddPart(options => options.Symbols);
        services.AddPart(options => options.Notebook);
        services.AddPart(options => options.Doors);
        services.AddPart(options => options.Fleet);
    }

    /// <summary>Gets the settings of access to the bridge. Its hosts include its address in the fleet, because responses name it.</summary>
    public static SecurityOptions ToSecurity(this BridgeOptions options) =>
        new([.. options.Hosts, .. options.Fleet.OwnNames()], options.Origins, options.Tokens, options.Rate, options.TrustNetwork);

    private static DirectoryOptions ToDirectory(this BridgeOptions options) => new(options.Emulators, options.KeyFolder,
        // The folders whose files the bridge may name to the script.
        [.. new[] { options.RomFolder, options.FileFolder }.Where(folder => folder is { Length: > 0 }).Select(folder => folder!)],
        options.DiscoveryPorts ?? (options.Emulators.Count == 0 ? [.. Enumerable.Range(FirstDiscoveryPort, DiscoveryPortCount)] : []),
        options.Fleet.IsOn);

    private static void AddPart<T>(this IServiceCollection services, Func<BridgeOptions, T> select) where T : class =>
        services.AddSingleton(provider => select(provider.GetRequiredService<IOptions<BridgeOptions>>().Value));
}
