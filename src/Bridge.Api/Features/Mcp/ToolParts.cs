using System.Text.Json;
using ModelContextProtocol;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>The dependencies of all tools: their descriptions, names near a refused one, a clock and a log.</summary>
internal sealed class ToolParts(TimeProvider time, NearNames names, ILogger<ToolParts> logger)
{
    private readonly Dictionary<string, Tool> _descriptions =
        ReadDescriptions("mcp-tools.json").Concat(ReadDescriptions("mcp-debug-tools.json")).ToDictionary(tool => tool.Name);

    public TimeProvider Time => time;

    public NearNames Names => names;

    public ILogger Logger => logger;

    /// <summary>Returns the description of a tool, which is embedded in the program.</summary>
    public Tool Describe(string name) => _descriptions[name];

    private static IList<Tool> ReadDescriptions(string name)
    {
        using var file = EmbeddedText.Open(name);
        return JsonSerializer.Deserialize(file, McpJsonUtilities.DefaultOptions.GetTypeInfo<ListToolsResult>())!.Tools;
    }
}
