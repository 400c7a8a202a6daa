using System.Globalization;
using Bridge.Api.Features.Frames;

namespace Bridge.Api.Features.Mcp;

/// <summary>Settings of the tools for language models, in the section <c>Bridge:Mcp</c>.</summary>
internal sealed record McpOptions
{
    /// <summary>Whether the tools are served, at <c>/mcp</c> and <c>/emulators/NAME/mcp</c>. Default true.</summary>
    public bool Enabled { get; set; } = true;

    /// <summary>Whether the tools of the debugger are offered too. Default false, so that the list stays short.</summary>
    public bool Debug { get; set; }

    /// <summary>
    /// The speed of a frozen game in the turns of models, where the emulator has one: 0.25 to 16, or 0 (the default) for as fast as
    /// possible. With 1, people who watch see what a model does.
    /// </summary>
    public double TurnSpeed { get; set; }

    /// <summary>
    /// Whether models may list, create and delete emulators, and use any of them by the argument emulator of all tools. Default false, so
    /// that the list stays short.
    /// </summary>
    public bool Emulators { get; set; }

    /// <summary>Names of tools that are not offered, like <c>memory_write</c>. Default none.</summary>
    public IReadOnlyList<string> LeaveOut { get; set; } = [];

    /// <summary>Returns a sentence for each mistake.</summary>
    public IEnumerable<string> FindFailures()
    {
        foreach (var name in LeaveOut.Where(name => !ToolCatalog.Names.Contains(name)))
            yield return $"Bridge:Mcp:LeaveOut: a tool must be one of {string.Join(", ", ToolCatalog.Names)}; got \"{name}\".";
        if (!FrameRules.Speed.Accepts(TurnSpeed))
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Bridge:Mcp:TurnSpeed must be {SpeedEndpoints.Accepted}; got {TurnSpeed}.");
        }
    }
}
