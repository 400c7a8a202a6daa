using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>A prompt that a user can choose in a client: a text with placeholders for the user's words.</summary>
internal sealed class GamePrompt(Prompt description, string text) : McpServerPrompt
{
    /// <summary>Gets all prompts.</summary>
    public static McpServerPrimitiveCollection<McpServerPrompt> All { get; } =
    [
        new GamePrompt(
            Describe("play", "Play the game towards a goal", ("goal", "What to reach, like: leave the first house.", true)),
            """
            Play the game towards this goal: {goal}

            Read the resource bridge://guide first. Freeze the game, look, and then play turn by turn with game_act. Put all presses that
            you are sure of into one turn. Save a state before risks. Tell me when the goal is reached, or what keeps you from it.
            """),
        new GamePrompt(
            Describe("find-value", "Find where a value lies in memory",
                ("what", "The value, like: the number of lives.", true), ("how", "How it changes, like: falling into a pit.", false)),
            """
            Find the address of this value in the game's memory: {what}
            It changes like this: {how}

            Read the resource bridge://guide first. Search with memory_search, change the value in the game, and narrow the search until
            one address is left. Check it: change the value once more and read it. Then tell me address and type.
            """),
    ];

    public override Prompt ProtocolPrompt => description;

    public override IReadOnlyList<object> Metadata => [];

    public override ValueTask<GetPromptResult> GetAsync(
        RequestContext<GetPromptRequestParams> request, CancellationToken cancellationToken = default)
    {
        var filled = text;
        foreach (var argument in description.Arguments ?? [])
            filled = filled.Replace($"{{{argument.Name}}}", ValueOf(request.Params, argument), StringComparison.Ordinal);
        return ValueTask.FromResult(new GetPromptResult
        {
            Description = description.Description,
            Messages = [new PromptMessage { Role = Role.User, Content = new TextContentBlock { Text = filled } }],
        });
    }

    private static string ValueOf(GetPromptRequestParams given, PromptArgument argument)
    {
        if (given.Arguments?.TryGetValue(argument.Name, out var value) == true)
            return value.ValueKind == System.Text.Json.JsonValueKind.String ? value.GetString()! : value.GetRawText();
        // With an argument that is left out, the prompt says "It changes like this: find out".
        return argument.Required != true
            ? "find out"
            : throw new ModelContextProtocol.McpProtocolException(
                $"{argument.Name} is required: {argument.Description}", ModelContextProtocol.McpErrorCode.InvalidParams);
    }

    private static Prompt Describe(
        string name, string description, params ReadOnlySpan<(string Name, string Description, bool Required)> arguments)
    {
        var list = new List<PromptArgument>();
        foreach (var (argument, meaning, required) in arguments)
            list.Add(new PromptArgument { Name = argument, Description = meaning, Required = required });
        return new Prompt { Name = name, Description = description, Arguments = list };
    }
}
