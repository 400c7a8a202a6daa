using System.Text.Json;
using System.Text.Json.Nodes;
using ModelContextProtocol;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>The dependencies of all tools: their descriptions, names near a refused one, a clock and a log.</summary>
internal sealed class ToolParts(TimeProvider time, NearNames names, McpOptions options, ILogger<ToolParts> logger)
{
    private const string EmulatorSchema = """{"type": "string", "description": "Another emulator, as in emulator_list."}""";

    private readonly Dictionary<string, Tool> _descriptions =
        ReadDescriptions("mcp-tools.json").Concat(ReadDescriptions("mcp-debug-tools.json"))
            .Select(tool => options.Emulators ? WithEmulator(tool) : tool)
            .Concat(ReadDescriptions("mcp-emulator-tools.json")).ToDictionary(tool => tool.Name);

    /// <summary>Gets whether all tools of a game take the name of an emulator.</summary>
    public bool TakesEmulator => options.Emulators;

    public TimeProvider Time => time;

    public NearNames Names => names;

    public ILogger Logger => logger;

    /// <summary>Returns the description of a tool, which is embedded in the program.</summary>
    public Tool Describe(string name) => _descriptions[name];

    private static Tool WithEmulator(Tool tool)
    {
        var schema = JsonObject.Create(tool.InputSchema)!;
        schema["properties"]!.AsObject().Add(McpTarget.Argument, JsonNode.Parse(EmulatorSchema));
        using var changed = JsonDocument.Parse(schema.ToJsonString());
        tool.InputSchema = changed.RootElement.Clone();
        return tool;
    }

    private static IList<Tool> ReadDescriptions(string name)
    {
        using var file = EmbeddedText.Open(name);
        return JsonSerializer.Deserialize(file, McpJsonUtilities.DefaultOptions.GetTypeInfo<ListToolsResult>())!.Tools;
    }
}
