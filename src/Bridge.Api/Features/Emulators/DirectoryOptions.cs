using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>Settings of the emulators.</summary>
/// <param name="Emulators">The configured emulators by name.</param>
/// <param name="KeyFolder">The folder of the key files, for emulators that set none; null: the account's.</param>
/// <param name="Folders">Folders whose files the bridge may name to each script.</param>
/// <param name="DiscoveryPorts">Ports on this machine where the bridge looks for more scripts.</param>
/// <param name="NeedsNone">Whether the bridge is ready without an emulator, because it serves those of other machines.</param>
internal sealed record DirectoryOptions(
    IReadOnlyDictionary<string, EmulatorOptions> Emulators, string? KeyFolder, IReadOnlyList<string> Folders,
    IReadOnlyList<int> DiscoveryPorts, bool NeedsNone = false);
