using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Searches memory for the address of a value.</summary>
internal sealed class SearchMemoryTool(ToolParts parts, MemorySearches searches, ModelTurns turns)
    : GameTool<SearchArguments>(parts, Name, Scope.Read, McpJson.Context.SearchArguments)
{
    public const string Name = "memory_search";

    private const int MaxMatches = 20;
    private const int MaxPages = 1000;

    // The comparison that keeps all places, so that the next one compares with their present values.
    private const string Refresh = "any";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, SearchArguments given, CancellationToken cancellationToken)
    {
        try
        {
            var asked = await ToRequestAsync(target.Emulator, given, cancellationToken);
            if (given.Frames is { } frames)
                return await SearchOverFramesAsync(target, asked, frames, cancellationToken);
            return Describe(await searches.SearchAsync(target.Emulator, asked, target.Token, cancellationToken));
        }
        catch (RequestException refused) when (refused.Parameter == "id")
        {
            throw refused.As("search");
        }
        catch (RequestException refused) when (refused.Parameter == "address")
        {
            throw Parameters.Missing("region", "a memory domain, because mGBA shows no working RAM here");
        }
    }

    private static CallToolResult Describe(MemorySearchResponse found) =>
        ToolResult.Structured(SearchResult.Of(found), McpJson.Context.SearchResult);

    // Lets frames pass without presses, so that values which change by themselves are told from those that don't.
    private async Task<CallToolResult> SearchOverFramesAsync(
        McpTarget target, MemorySearchRequest asked, int frames, CancellationToken cancellationToken)
    {
        target.Demand(Scope.Input);
        Parameters.InRange(frames, "frames", 1, ActTool.MaxFrames);
        if (asked is { Id: null } or { Undo: true } or { Value: not null })
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "frames requires search, and is changed, unchanged, increased or decreased.", "frames");
        }

        MemorySearches.CheckNarrowed(asked);
        await searches.SearchAsync(
            target.Emulator, new MemorySearchRequest(asked.Id, Is: Refresh, Limit: 0), target.Token, cancellationToken);
        return Describe(await turns.LetPassAsync(
            target, frames, () => searches.SearchAsync(target.Emulator, asked, target.Token, cancellationToken),
            cancellationToken));
    }

    private static async Task<MemorySearchRequest> ToRequestAsync(
        EmulatorClient emulator, SearchArguments given, CancellationToken cancellationToken)
    {
        if (given.Search is { } id)
        {
            if (given.Region is not null)
                throw new RequestException(ProblemTypes.InvalidParameter, "region can't be combined with search.", "region");
            return new MemorySearchRequest(
                id, Type: given.Type, Is: given.Is, Value: given.Value, Undo: given.Undo ? true : null, Offset: OffsetOf(given.Page),
                Limit: MaxMatches);
        }

        if (given.Undo)
            throw new RequestException(ProblemTypes.InvalidParameter, "undo requires search.", "undo");
        var request = new MemorySearchRequest(
            Type: given.Type ?? "u8", Is: given.Is, Value: given.Value, Offset: OffsetOf(given.Page), Limit: MaxMatches);
        MemorySearches.CheckFirst(request);
        if (given.Region is not { } region)
            return request;
        var (domains, _) = await emulator.GetDomainsAsync(cancellationToken);
        var domain = domains.FirstOrDefault(domain => domain.Name == region) is { Name: not null } known
            ? known
            : throw new RequestException(ProblemTypes.UnknownDomain,
                $"region must be one of {string.Join(", ", domains.Select(domain => domain.Name))}; got \"{Parameters.Shorten(region)}\".",
                "region");
        return request with
        {
            Address = Parameters.Hex(domain.Base), Length = (int)Math.Min(domain.Size, WireLimits.MemoryRangeBytes), Domain = region,
        };
    }

    private static int? OffsetOf(int? page) =>
        page is null ? null : MaxMatches * (Parameters.InRange(page.Value, "page", 1, MaxPages) - 1);
}
