using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Memory;

/// <summary>Searches for the address of a value in the game's memory.</summary>
internal sealed class MemorySearches(SearchStores stores, SymbolStores symbols)
{
    /// <summary>Starts a search, or narrows an earlier one.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="request">The memory of a new search, or the id of an earlier one; and the comparison.</param>
    /// <param name="owner">The token that owns the search; null without tokens.</param>
    /// <param name="cancellationToken">Cancels the search; an earlier search is unchanged.</param>
    /// <exception cref="RequestException">A member is missing or invalid, or there is no such search.</exception>
    public async Task<MemorySearchResponse> SearchAsync(
        EmulatorClient client, MemorySearchRequest request, AccessToken? owner, CancellationToken cancellationToken)
    {
        var store = stores.Of(client);
        if (request.Undo == true)
            return await UndoAsync(client, store, request, owner, cancellationToken);
        var comparison = ComparisonOf(request);
        var page = PageOf(request);
        if (request.Id is { } id)
            return await NarrowAsync(client, store, id, owner, request, comparison, page, cancellationToken);

        var search = await SearchForAsync(client, request, comparison, cancellationToken);
        var frame = await search.FilterAsync(client, comparison, request.Value ?? 0, isNarrowing: false, cancellationToken);
        return ToResponse(client, store.Add(search, owner), search, page, frame, isFirst: true);
    }

    /// <summary>Checks the comparison, type and value of a first search before its range is known.</summary>
    /// <exception cref="RequestException">A member is missing or invalid.</exception>
    public static void CheckFirst(MemorySearchRequest request)
    {
        var comparison = ComparisonOf(request);
        CheckFirst(comparison);
        CheckValue(request, comparison, MemoryType.Parse(request.Type ?? throw Parameters.Missing("type", $"one of {MemoryType.Names}")));
    }

    /// <summary>Checks that a narrowing compares with the search before, and needs no value.</summary>
    /// <exception cref="RequestException">It compares otherwise.</exception>
    public static void CheckNarrowed(MemorySearchRequest request)
    {
        if (ComparisonOf(request) is { With: not Operand.Before } other)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"is must be one of {string.Join(", ", Comparison.NamesWith(Operand.Before))}; got \"{other.Name}\".", "is");
        }
    }

    /// <summary>Checks a narrowing before it is due: that the search is there, and the comparison valid.</summary>
    /// <exception cref="RequestException">It isn't.</exception>
    public void CheckKnown(EmulatorClient client, MemorySearchRequest request, AccessToken? owner)
    {
        var id = request.Id ?? throw Parameters.Missing("id", "the number of a search");
        CheckPresence(request, ComparisonOf(request));
        CheckValue(request, ComparisonOf(request), stores.Of(client).Get(id, owner).Type);
    }

    /// <summary>Removes a search.</summary>
    /// <exception cref="RequestException">There is no such search.</exception>
    public void Forget(EmulatorClient client, int id, AccessToken? owner) => stores.Of(client).Remove(id, owner);

    private async Task<MemorySearchResponse> NarrowAsync(
        EmulatorClient client, SearchStore store, int id, AccessToken? owner, MemorySearchRequest request, Comparison comparison,
        Page page, CancellationToken cancellationToken)
    {
        CheckNarrowing(request);
        CheckPresence(request, comparison);
        var search = store.Get(id, owner);
        CheckValue(request, comparison, search.Type);
        await search.Turn.WaitAsync(cancellationToken);
        try
        {
            var frame = await search.FilterAsync(client, comparison, request.Value ?? 0, isNarrowing: true, cancellationToken);
            return ToResponse(client, id, search, page, frame, isFirst: false);
        }
        catch (RequestException) when (search.IsOver)
        {
            store.TryRemove(id, owner);
            throw;
        }
        finally
        {
            search.Turn.Release();
        }
    }

    private async Task<MemorySearchResponse> UndoAsync(
        EmulatorClient client, SearchStore store, MemorySearchRequest request, AccessToken? owner, CancellationToken cancellationToken)
    {
        var id = request.Id ?? throw new RequestException(ProblemTypes.InvalidParameter, "undo requires id.", "undo");
        if (request is not { Is: null, Value: null })
            throw new RequestException(ProblemTypes.InvalidParameter, "undo can't be combined with is or value.", "undo");
        CheckNarrowing(request);
        var page = PageOf(request);
        var search = store.Get(id, owner);
        await search.Turn.WaitAsync(cancellationToken);
        try
        {
            return ToResponse(client, id, search, page, search.Undo(), isFirst: false);
        }
        finally
        {
            search.Turn.Release();
        }
    }

    private static Page PageOf(MemorySearchRequest request) =>
        new(MemoryRules.Offset.Of(request.Offset), MemoryRules.Limit.Of(request.Limit));

    private static void CheckNarrowing(MemorySearchRequest request)
    {
        foreach (var (name, given) in new[]
        {
            ("address", request.Address is not null), ("length", request.Length is not null), ("domain", request.Domain is not null),
            ("type", request.Type is not null), ("aligned", request.Aligned is not null),
        })
        {
            if (given)
                throw new RequestException(ProblemTypes.InvalidParameter,
                    $"{name} can't be combined with id; a narrowed search keeps the {name} of the first search.", name);
        }
    }

    private async Task<Search> SearchForAsync(
        EmulatorClient client, MemorySearchRequest request, Comparison comparison, CancellationToken cancellationToken)
    {
        CheckFirst(comparison);
        if (request.Address is not null || request.Length is not null)
            return SearchInRange(request, comparison, await symbols.Of(client).ReadyAsync());
        var type = MemoryType.Parse(request.Type ?? throw Parameters.Missing("type", $"one of {MemoryType.Names}"));
        // Checks the name; any address that is no chain will do.
        var domain = Parameters.Domain(request.Domain, address: 0);
        CheckValue(request, comparison, type);
        var parts = await WholeMemory.FindAsync(client, domain, cancellationToken);
        return new Search(domain, [.. parts.Select(part => new SearchedRange(part.Start, part.Length, type, request.Aligned ?? true))]);
    }

    private static Search SearchInRange(MemorySearchRequest request, Comparison comparison, SymbolsNow symbols)
    {
        var type = MemoryType.Parse(request.Type ?? throw Parameters.Missing("type", $"one of {MemoryType.Names}"));
        var length = Parameters.InRange(
            request.Length ?? throw Parameters.Missing("length", "the number of bytes to search"), "length",
            type.Width, WireLimits.MemoryRangeBytes);
        CheckValue(request, comparison, type);
        var (address, domain) = Parameters.PlaceWithoutChain(request.Address, request.Domain, symbols);
        return new Search(domain, new SearchedRange(address, length, type, request.Aligned ?? true));
    }

    private static void CheckFirst(Comparison comparison)
    {
        if (comparison.With == Operand.Before)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"is must be one of any, {Comparison.NamesWithValue} in a first search, which has no earlier values; got "
                + $"\"{comparison.Name}\".", "is");
        }
    }

    private static Comparison ComparisonOf(MemorySearchRequest request)
    {
        var name = request.Is ?? throw Parameters.Missing("is", $"one of {Comparison.Names}");
        return Comparison.Find(name) ?? throw Parameters.Refuse("is", name, $"one of {Comparison.Names}");
    }

    private static void CheckValue(MemorySearchRequest request, Comparison comparison, MemoryType type)
    {
        CheckPresence(request, comparison);
        if (request.Value is { } value)
            type.ToWire(value);
    }

    private static void CheckPresence(MemorySearchRequest request, Comparison comparison)
    {
        if (comparison.With == Operand.Value && request.Value is null)
            throw Parameters.Missing("value", $"the number that {comparison.Name} compares with");
        if (comparison.With != Operand.Value && request.Value is not null)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"value requires one of {Comparison.NamesWithValue}; {comparison.Name} takes no value.", "value");
        }
    }

    private MemorySearchResponse ToResponse(EmulatorClient client, int id, Search search, Page page, long frame, bool isFirst)
    {
        var names = symbols.Of(client).Now();
        return new MemorySearchResponse(id, search.Count,
            [.. search.Take(page.Offset, page.Limit).Select(match => new MemorySearchMatch(Parameters.Hex(match.Address), match.Value,
                isFirst ? null : match.Before, names?.Nearest(match.Address, search.Domain)))], frame);
    }

    // The matches of a response.
    private readonly record struct Page(int Offset, int Limit);
}
