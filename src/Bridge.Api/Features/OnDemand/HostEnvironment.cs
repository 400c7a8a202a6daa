namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// Selects the variables of the bridge's environment that an emulator gets. Others may be secrets, like tokens in <c>Bridge__Tokens__…</c>,
/// and every program of the emulator's account can read its environment.
/// </summary>
internal static class HostEnvironment
{
    // Libraries and locale, where mGBA and the script put temporary files, and the script's settings that the bridge doesn't set itself.
    private static readonly HashSet<string> Names =
    [
        "PATH", "LD_LIBRARY_PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
        "BRIDGE_WINDOW", "BRIDGE_WINDOW_MS",
    ];

    /// <summary>Replaces the environment of a process to start.</summary>
    /// <param name="environment">The one of the bridge, which the process would inherit.</param>
    public static void Reduce(IDictionary<string, string?> environment)
    {
        foreach (var name in environment.Keys.Where(name => !IsPassedOn(name)).ToArray())
            environment.Remove(name);
    }

    private static bool IsPassedOn(string name) => Names.Contains(name) || name.StartsWith("LC_", StringComparison.Ordinal);
}
