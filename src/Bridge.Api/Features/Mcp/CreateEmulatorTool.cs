using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Starts another emulator.</summary>
internal sealed class CreateEmulatorTool(ToolParts parts, RomFolder roms, ICreations creations, OwnHost own)
    : GameTool<EmulatorCreateArguments>(parts, Name, Scope.Admin, McpJson.Context.EmulatorCreateArguments, isOfGame: false)
{
    public const string Name = "emulator_create";

    protected override async Task<CallToolResult> RunAsync(
        McpTarget target, EmulatorCreateArguments given, CancellationToken cancellationToken)
    {
        var part = given.Rom ?? throw Parameters.Missing("rom", "the name of a game, or a part of it");
        RomFolder.CheckName(part, "rom");
        var rom = NameMatch.Find(roms.Names(), part, ProblemTypes.UnknownRom, "rom");
        var wanted = OnDemandEndpoints.Read(target.Context, new CreateRequest(rom, Name: given.Name));
        var created = (await creations.CreateAsync(wanted, key: null, cancellationToken)).ToResponse(own);
        return ToolResult.Structured(
            new EmulatorMade(created.Name, created.Mcp, Parameters.Shorten(created.Game?.Title ?? ""), created.Frame),
            McpJson.Context.EmulatorMade);
    }
}
