namespace Bridge.Api.Features.Emulators;

/// <summary>Where the bridge runs, if 127.0.0.1 is not the machine whose windows the user sees.</summary>
/// <param name="IsWsl">In the Windows Subsystem for Linux.</param>
/// <param name="IsContainer">In a container.</param>
internal sealed record Surroundings(bool IsWsl, bool IsContainer)
{
    /// <summary>Gets the surroundings of this program.</summary>
    public static Surroundings OfProgram { get; } = new(
        Environment.GetEnvironmentVariable("WSL_DISTRO_NAME") is { Length: > 0 },
        Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") is "true" or "1" || File.Exists("/.dockerenv"));

    /// <summary>Returns what to set for a window on the host, as the end of a sentence; nothing on a machine of its own.</summary>
    /// <param name="setting">The setting with the emulator's host.</param>
    public string AboutHost(string setting) => (IsWsl, IsContainer) switch
    {
        (true, _) => "; for mGBA on Windows run the bridge there, or set networkingMode=mirrored in .wslconfig, because WSL has a "
            + "127.0.0.1 of its own",
        (_, true) => $"; for mGBA outside of this container set {setting} to host.docker.internal, or use the network of the host",
        _ => "",
    };
}
