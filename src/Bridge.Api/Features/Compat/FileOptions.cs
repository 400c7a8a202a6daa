namespace Bridge.Api.Features.Compat;

/// <summary>Settings of the routes that take a path.</summary>
/// <param name="Folder">The folder that holds the files; null turns the routes off.</param>
/// <param name="Quota">Max files in the folder; no new file is written beyond it.</param>
internal sealed record FileOptions(string? Folder, int Quota)
{
    /// <summary>Gets how this system compares the paths of files.</summary>
    public StringComparison PathComparison { get; init; } =
        OperatingSystem.IsWindows() || OperatingSystem.IsMacOS() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
}
