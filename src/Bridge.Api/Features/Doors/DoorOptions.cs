using Bridge.Doors;

namespace Bridge.Api.Features.Doors;

/// <summary>The section <c>Bridge:Doors</c>: other tools' protocols.</summary>
internal sealed record DoorOptions
{
    private const string Section = "Bridge:Doors";

    /// <summary>Gets the names that the kinds have in this section.</summary>
    public static IReadOnlyList<string> Names { get; } = [nameof(Gdb), nameof(BizHawk), nameof(RetroArch)];

    /// <summary>Gets or sets the settings of the doors for GDB.</summary>
    public DoorSettings Gdb { get; set; } = new();

    /// <summary>Gets or sets the settings of the doors for clients of BizHawk's connector.</summary>
    public DoorSettings BizHawk { get; set; } = new();

    /// <summary>Gets or sets the settings of the doors for clients of RetroArch.</summary>
    public RetroArchSettings RetroArch { get; set; } = new();

    private IEnumerable<(DoorKind Kind, string Name, DoorSettings Settings)> All =>
    [
        (DoorKind.Gdb, nameof(Gdb), Gdb), (DoorKind.BizHawk, nameof(BizHawk), BizHawk), (DoorKind.RetroArch, nameof(RetroArch), RetroArch),
    ];

    /// <summary>Returns the settings of a kind.</summary>
    public DoorSettings Of(DoorKind kind) => All.First(each => each.Kind == kind).Settings;

    /// <summary>Returns the name of a setting of a kind.</summary>
    public string NameOf(DoorKind kind, string setting) => $"{Section}:{All.First(each => each.Kind == kind).Name}:{setting}";

    /// <summary>Returns a sentence for each setting that can't be used.</summary>
    /// <param name="trustsNetwork">Whether a firewall controls access to the bridge.</param>
    public IEnumerable<string> FindFailures(bool trustsNetwork) =>
        All.SelectMany(each => each.Settings.FindFailures(each.Kind, $"{Section}:{each.Name}", trustsNetwork));
}
