using System.Diagnostics;
using Bridge.LoadBench.Hook;

/// <summary>
/// Loaded into the shipped bridge with DOTNET_STARTUP_HOOKS: maps the compared paths in front of the bridge's own
/// pipeline. The runtime looks for a type of this name without a namespace.
/// </summary>
internal static class StartupHook
{
    public static void Initialize() => DiagnosticListener.AllListeners.Subscribe(new HostWatcher());
}
