using Bridge.SocketPool.Diagnostics;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>Lists the meters that a bridge exports (docs/telemetry.md).</summary>
internal static class MeterNames
{
    /// <summary>The meter of the emulators.</summary>
    public const string Emulators = EmulatorInstruments.MeterName;

    /// <summary>The meter of a bridge in a fleet.</summary>
    public const string Fleet = "Bridge.Fleet";

    /// <summary>Gets the names of the exported meters.</summary>
    public static IReadOnlyList<string> Exported { get; } =
        [Emulators, Fleet, "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Runtime"];
}
