using System.Globalization;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.StateTree;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Lists the states, ROMs and memory domains that other calls can name.</summary>
internal sealed class FilesTool(ToolParts parts, StateTrees trees, RomFolder roms)
    : GameTool<FilesArguments>(parts, Name, Scope.Read, McpJson.Context.FilesArguments)
{
    public const string Name = "game_files";

    private const int MaxFilter = 64;
    private const int MaxPages = 10_000;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, FilesArguments given, CancellationToken cancellationToken)
    {
        var lists = new List<string>();
        if (given.What is { } asked)
            BodyList.Read(asked, "what", max: 3, (text, name) => lists.Add(CheckList(text, name)));
        if (given.Filter is { Length: < 1 or > MaxFilter })
            throw Parameters.Refuse("filter", given.Filter, $"1 to {MaxFilter} characters");
        var page = Parameters.InRange(given.Page ?? 1, "page", 1, MaxPages);
        var all = given.What is null;
        if (lists.Contains("states"))
            target.Demand(Scope.States);
        var (hasStates, hasRoms, hasDomains) = (lists.Contains("states") || (all && target.Allows(Scope.States)),
            lists.Contains("roms") || (all && roms.IsConfigured), lists.Contains("domains") || all);
        // A list alone may be longer.
        var limit = hasDomains || (hasStates && hasRoms) ? NameList.MaxOfSeveral : NameList.MaxAlone;
        var found = new FilesResult(
            hasStates ? NameList.Of(Select(await StatesOfAsync(target, cancellationToken), given.Filter), page, limit) : null,
            hasRoms ? NameList.Of(Select(roms.Names(), given.Filter), page, limit) : null,
            hasDomains ? [.. (await MemoryOperations.ListDomainsAsync(target.Emulator, cancellationToken)).Domains
                .Where(domain => Has(domain.Name, given.Filter))] : null);
        // All lists have the same page number: it may be past the end of the shorter ones.
        var last = Math.Max(1, Math.Max(found.States?.Pages ?? 0, found.Roms?.Pages ?? 0));
        return page <= last
            ? ToolResult.Structured(found, McpJson.Context.FilesResult)
            : throw Parameters.Refuse("page", page.ToString(CultureInfo.InvariantCulture), $"1 to {last}");
    }

    private async Task<IEnumerable<string>> StatesOfAsync(McpTarget target, CancellationToken cancellationToken) =>
        (await trees.ListAsync(target.Emulator, isTree: false, cancellationToken)).States.Select(state => state.Name);

    private static IEnumerable<string> Select(IEnumerable<string> names, string? part) => names.Where(name => Has(name, part));

    private static bool Has(string name, string? part) => part is null || name.Contains(part, StringComparison.OrdinalIgnoreCase);

    private static string CheckList(string text, string name) =>
        text is "states" or "roms" or "domains" ? text : throw Parameters.Refuse(name, text, "states, roms or domains");
}
