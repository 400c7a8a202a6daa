using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Lists the emulators of this bridge that the client may use.</summary>
internal sealed class ListEmulatorsTool(ToolParts parts, EmulatorDirectory emulators)
    : GameTool<EmulatorListArguments>(parts, Name, Scope.Read, McpJson.Context.EmulatorListArguments, isOfGame: false)
{
    public const string Name = "emulator_list";

    // Limits what the model has to read.
    private const int MaxEmulators = 20;

    protected override Task<CallToolResult> RunAsync(
        McpTarget target, EmulatorListArguments given, CancellationToken cancellationToken)
    {
        var all = emulators.All.Where(emulator => target.Reaches(emulator.Name)).ToArray();
        var seen = all.Take(MaxEmulators).Select(emulator => new EmulatorSeen(
            emulator.Name, EmulatorNames.Of(emulator.State), GameTitle.Of(emulator), emulators.FindCreated(emulator.Name) is not null,
            emulator == target.Emulator));
        return Task.FromResult(ToolResult.Structured(
            new EmulatorsSeen([.. seen], Math.Max(0, all.Length - MaxEmulators)), McpJson.Context.EmulatorsSeen));
    }
}
