using System.Text.Json;
using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Compares the list of tools, which clients cache in prompts, with a snapshot, so that every change is noticed.</summary>
public sealed class ToolListTests(RefusingBridge bridge)
{
    private const int MaxListBytes = 10_240;
    private const int MaxWords = 120;

    private static readonly string[] Names =
    [
        "game_look", "game_act", "game_try", "game_wait", "game_freeze", "memory_read", "memory_write", "memory_search", "game_files",
        "state_save", "state_load", "game_rewind", "game_load", "game_notes",
    ];

    [Theory]
    [InlineData("/mcp")]
    [InlineData("/emulators/default/mcp")]
    [InlineData("/emulators/pocket/mcp")]
    public async Task Names_and_order_are_always_the_same(string path) =>
        Assert.Equal(Names, (await ListAsync(path)).Select(tool => tool.GetProperty("name").GetString()));

    [Fact]
    public async Task The_list_is_short()
    {
        using var response = await bridge.Client.SendMcpAsync("tools/list", "{}");
        var body = await response.Content.ReadAsByteArrayAsync();
        Assert.True(body.Length <= MaxListBytes, $"The list has {body.Length} bytes.");
    }

    [Fact]
    public async Task Every_tool_has_hints_where_they_differ_from_those_that_clients_assume()
    {
        var hints = (await ListAsync()).ToDictionary(tool => tool.GetProperty("name").GetString()!, tool =>
        {
            var annotations = tool.GetProperty("annotations");
            Assert.False(annotations.GetProperty("openWorldHint").GetBoolean());
            // The defaults of the specification (schema.ts, ToolAnnotations). Of a tool that only reads, the others have no meaning.
            var isRead = Hint(annotations, "readOnlyHint", false);
            return string.Concat(
                isRead ? 'R' : '-', !isRead && Hint(annotations, "destructiveHint", true) ? 'D' : '-',
                !isRead && Hint(annotations, "idempotentHint", false) ? 'I' : '-');
        });

        Assert.Equal(
            ["R--", "---", "---", "R--", "--I", "R--", "-DI", "---", "R--", "---", "-DI", "-D-", "-D-", "---"],
            Names.Select(name => hints[name]));
    }

    [Fact]
    public async Task Every_argument_is_described_and_no_other_is_accepted()
    {
        foreach (var tool in await ListAsync())
        {
            Assert.NotEmpty(tool.GetProperty("title").GetString()!);
            Assert.NotEmpty(tool.GetProperty("description").GetString()!);
            Assert.False(tool.TryGetProperty("outputSchema", out _));
            AssertDescribed(tool.GetProperty("inputSchema"), tool.GetProperty("name").GetString()!);
        }
    }

    [Fact]
    public async Task Every_node_of_a_schema_has_one_type()
    {
        foreach (var tool in await ListAsync())
            AssertOneType(tool.GetProperty("inputSchema"), tool.GetProperty("name").GetString()!);
    }

    [Theory]
    [InlineData("mcp-debug-tools.json")]
    [InlineData("mcp-emulator-tools.json")]
    public void Every_node_of_the_other_tools_has_one_type(string file)
    {
        using var text = EmbeddedText.Open(file);
        using var list = JsonDocument.Parse(text);
        foreach (var tool in list.RootElement.GetProperty("tools").EnumerateArray())
            AssertOneType(tool.GetProperty("inputSchema"), tool.GetProperty("name").GetString()!);
    }

    [Fact]
    public async Task The_instructions_are_short()
    {
        var instructions = (await bridge.Client.AskMcpAsync("server/discover")).GetProperty("instructions").GetString()!;
        Assert.InRange(instructions.Split(' ', StringSplitOptions.RemoveEmptyEntries).Length, 20, MaxWords);
        Assert.DoesNotContain('\n', instructions);
    }

    private async Task<IReadOnlyList<JsonElement>> ListAsync(string path = "/mcp") =>
        [.. (await bridge.Client.AskMcpAsync("tools/list", path: path)).GetProperty("tools").EnumerateArray()];

    private static bool Hint(JsonElement annotations, string name, bool otherwise) =>
        annotations.TryGetProperty(name, out var hint) ? hint.GetBoolean() : otherwise;

    // Clients of some models can't load a list of tools whose schemas have several types or other keywords.
    private static void AssertOneType(JsonElement schema, string name)
    {
        Assert.True(schema.TryGetProperty("type", out var type) && type.ValueKind == JsonValueKind.String, name);
        var known = (string[])["type", "description", "properties", "required", "additionalProperties", "items", "maxItems", "enum"];
        Assert.Empty(schema.EnumerateObject().Select(member => member.Name).Except(known));
        if (schema.TryGetProperty("enum", out var values))
            Assert.All(values.EnumerateArray(), value => Assert.Equal(JsonValueKind.String, value.ValueKind));
        if (schema.TryGetProperty("items", out var items))
            AssertOneType(items, $"{name}[]");
        else
            Assert.NotEqual("array", type.GetString());
        // Gemini refuses objects without members, except as the arguments of a tool.
        if (type.GetString() == "object" && name.Contains('.', StringComparison.Ordinal))
            Assert.NotEmpty(schema.GetProperty("properties").EnumerateObject());
        if (schema.TryGetProperty("properties", out var properties))
            foreach (var property in properties.EnumerateObject())
                AssertOneType(property.Value, $"{name}.{property.Name}");
    }

    private static void AssertDescribed(JsonElement schema, string name)
    {
        Assert.False(schema.GetProperty("additionalProperties").GetBoolean(), name);
        foreach (var property in schema.GetProperty("properties").EnumerateObject())
        {
            var path = $"{name}.{property.Name}";
            Assert.True(property.Value.TryGetProperty("description", out var description) && description.GetString() != "", path);
        }
    }
}
