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
internal sealed class SearchMemoryTool(ToolParts parts, MemorySearches searches)
    : GameTool<SearchArguments>(parts, Name, Scope.Read, McpJson.Context.SearchArguments)
{
    public const string Name = "memory_search";

    private const int MaxMatches = 20;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, SearchArguments given, CancellationToken cancellationToken)
    {
        try
        {
            var found = await searches.SearchAsync(
                target.Emulator, await ToRequestAsync(target.Emulator, given, cancellationToken), target.Token, cancellationToken);
            return ToolResult.Structured(
                new SearchResult(found.Id, found.Count, [.. found.Matches.Select(match => new ValueFound(match.Address, match.Value))],
                    found.Frame),
                McpJson.Context.SearchResult);
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

    private static async Task<MemorySearchRequest> ToRequestAsync(
        EmulatorClient emulator, SearchArguments given, CancellationToken cancellationToken)
    {
        if (given.Search is { } id)
        {
            if (given.Region is not null)
                throw new RequestException(ProblemTypes.InvalidParameter, "region can't be combined with search.", "region");
            return new MemorySearchRequest(id, Type: given.Type, Is: given.Is, Value: given.Value, Limit: MaxMatches);
        }

        var request = new MemorySearchRequest(Type: given.Type ?? "u8", Is: given.Is, Value: given.Value, Limit: MaxMatches);
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
}
