using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.StateTree;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Lists the states, ROMs and memory domains that other calls can name.</summary>
internal sealed class FilesTool(ToolParts parts, StateTrees states, RomFolder roms)
    : GameTool<FilesArguments>(parts, Name, Scope.Read, McpJson.Context.FilesArguments)
{
    public const string Name = "game_files";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, FilesArguments given, CancellationToken cancellationToken)
    {
        var lists = new List<string>();
        if (given.What is { } asked)
            BatchList.Read(asked, "what", 3, (text, name) => lists.Add(CheckList(text, name)));
        var all = given.What is null;
        if (lists.Contains("states"))
            target.Demand(Scope.States);
        return ToolResult.Structured(
            new FilesResult(
                lists.Contains("states") || (all && target.Allows(Scope.States))
                    ? NameList.Of(
                        (await states.ListAsync(target.Emulator, isTree: false, cancellationToken)).States.Select(state => state.Name))
                    : null,
                lists.Contains("roms") || (all && roms.IsConfigured) ? NameList.Of(roms.List().Select(rom => rom.Name)) : null,
                lists.Contains("domains") || all
                    ? (await MemoryOperations.ListDomainsAsync(target.Emulator, cancellationToken)).Domains
                    : null),
            McpJson.Context.FilesResult);
    }

    private static string CheckList(string text, string name) =>
        text is "states" or "roms" or "domains" ? text : throw Parameters.Refuse(name, text, "states, roms or domains");
}
