using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.OnDemand;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Ends an emulator that a client created.</summary>
internal sealed class DeleteEmulatorTool(ToolParts parts, OnDemandEmulators emulators)
    : GameTool<EmulatorDeleteArguments>(parts, Name, Scope.Admin, McpJson.Context.EmulatorDeleteArguments, isOfGame: false)
{
    public const string Name = "emulator_delete";

    protected override async Task<CallToolResult> RunAsync(
        McpTarget target, EmulatorDeleteArguments given, CancellationToken cancellationToken)
    {
        var name = given.Name ?? throw Parameters.Missing("name", "an emulator that emulator_list lists");
        target.DemandReach(name);
        await emulators.EndAsync(name);
        return ToolResult.Structured(new EmulatorEnded(name), McpJson.Context.EmulatorEnded);
    }
}
