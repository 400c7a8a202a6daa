using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>The emulators, as the settings say.</summary>
/// <param name="Emulators">Those that are configured, by name.</param>
/// <param name="KeyFolder">The folder of the key files, for those that have none of their own; null: the account's.</param>
/// <param name="Folders">Folders of which each script may be told files.</param>
/// <param name="DiscoveryPorts">Ports on this machine where more scripts are looked for.</param>
internal sealed record DirectoryOptions(
    IReadOnlyDictionary<string, EmulatorOptions> Emulators, string? KeyFolder, IReadOnlyList<string> Folders,
    IReadOnlyList<int> DiscoveryPorts);
