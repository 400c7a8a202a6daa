using System.Text.RegularExpressions;

namespace Bridge.Api.Features.Mcp;

/// <summary>Replaces requests of HTTP in sentences by the tools that do the same: a model has tools only.</summary>
internal static partial class ToolSentences
{
    /// <summary>Returns a sentence for a model.</summary>
    public static string Of(string sentence) => Call().Replace(
        sentence
            .Replace(": PUT …/symbols stores them", "; only the user can store them", StringComparison.Ordinal)
            .Replace(": PUT …/symbols/types gives it one", "; only the user can give it one", StringComparison.Ordinal),
        call => (call.Groups["method"].Value, call.Groups["path"].Value) switch
        {
            ("GET", "/roms" or "/states" or "/memory") => FilesTool.Name,
            ("POST", "/reset") => LoadGameTool.Name,
            ("POST", "/breakpoints/continue") => DebugRunTool.Name,
            ("DELETE", "/frames/hold") => FreezeTool.Name,
            ("DELETE", "") => DeleteEmulatorTool.Name,
            _ => call.Value,
        });

    [GeneratedRegex(@"\b(?<method>GET|POST|PUT|DELETE|PATCH) (?:…|/emulators/[^/\s.]+)(?<path>(?:/[\w-]+)*)(?:\?[\w=&]+)?")]
    private static partial Regex Call();
}
