using System.Globalization;

namespace Bridge.Api.Tests.Server.Diagnostics;

/// <summary>Settings with many emulators, of which none runs.</summary>
internal static class ManyEmulators
{
    public static string[] Names { get; } =
        [.. Enumerable.Range(1000, 250).Select(number => string.Create(CultureInfo.InvariantCulture, $"many{number}"))];

    public static string[] Settings { get; } =
        [.. Names.SelectMany(name => new[] { $"--Bridge:Emulators:{name}:Port=1", $"--Bridge:Emulators:{name}:Connections=1" })];
}
