using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.Doors;

/// <summary>
/// How to open a door. port: 0 for the first free one at which the tool looks, or any free one if the user names it to the tool. access:
/// read, or write, which includes read; without it that of the settings.
/// </summary>
internal sealed record DoorRequest(int? Port = null, string? Access = null);

/// <summary>The open doors of all emulators.</summary>
internal sealed record DoorList(IReadOnlyList<DoorDescription> Doors);
