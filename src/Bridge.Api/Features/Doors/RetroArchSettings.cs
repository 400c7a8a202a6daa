using Bridge.Doors;

namespace Bridge.Api.Features.Doors;

/// <summary>Settings of the doors for RetroArch's clients (docs/retroarch.md).</summary>
internal sealed record RetroArchSettings : DoorSettings
{
    /// <summary>Gets or sets the folder in which <c>SCREENSHOT</c> stores pictures. Default none: the command does nothing.</summary>
    public string? Screenshots { get; set; }

    /// <summary>Gets the full path of this folder; null: there is none.</summary>
    public string? ScreenshotFolder => Screenshots is { Length: > 0 } configured ? Path.GetFullPath(configured) : null;

    public override IEnumerable<string> FindFailures(DoorKind kind, string section, bool trustsNetwork)
    {
        var failures = base.FindFailures(kind, section, trustsNetwork);
        return ScreenshotFolder is { } folder && !Directory.Exists(folder)
            ? failures.Append($"{section}:Screenshots must be an existing folder; got \"{Screenshots}\".")
            : failures;
    }
}
