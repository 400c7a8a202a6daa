using System.Diagnostics;
using Bridge.Bench.Hook;

/// <summary>
/// Loaded into the bridge, as it is shipped, with DOTNET_STARTUP_HOOKS: maps what it is compared with in front of its own
/// pipeline. The runtime looks for a type of this name without a namespace.
/// </summary>
internal static class StartupHook
{
    public static void Initialize() => DiagnosticListener.AllListeners.Subscribe(new HostWatcher());
}
