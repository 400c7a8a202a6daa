using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.Api.Screen;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Memory;

/// <summary>Finds where a value lies in the game's memory.</summary>
internal sealed class MemorySearches(SearchStores stores)
{
    private const int DefaultLimit = 100;
    private const int MaxMatches = 4096;

    /// <summary>Begins a search, or narrows an earlier one.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="question">The range of a new search, or the id of an earlier one; and what the value is.</param>
    /// <param name="owner">Whose search it is; null: without tokens nobody is told apart.</param>
    /// <param name="cancellationToken">Ends it; an earlier search stays as it was.</param>
    /// <exception cref="RequestException">A member is missing or doesn't fit, or there is no such search.</exception>
    public async Task<MemorySearchResponse> SearchAsync(
        EmulatorClient client, MemorySearchRequest question, AccessToken? owner, CancellationToken cancellationToken)
    {
        var comparison = ComparisonOf(question);
        var limit = Parameters.InRange(question.Limit ?? DefaultLimit, "limit", 0, MaxMatches);
        var store = stores.Of(client);
        if (question.Id is { } id)
            return await NarrowAsync(client, store, id, owner, question, comparison, limit, cancellationToken);

        var search = SearchFor(client, question, comparison);
        var frame = await search.LookAsync(client, comparison, question.Value ?? 0, cancellationToken);
        return Answer(store.Add(search, owner), search.Range, limit, frame, isFirst: true);
    }

    /// <summary>Checks what a first search looks for, before its range is known.</summary>
    /// <exception cref="RequestException">A member is missing or doesn't fit.</exception>
    public static void CheckFirst(MemorySearchRequest question)
    {
        var comparison = ComparisonOf(question);
        CheckFirst(comparison);
        CheckValue(question, comparison, MemoryType.Parse(question.Type ?? throw Parameters.Missing("type", $"one of {MemoryType.Names}")));
    }

    /// <summary>Forgets a search.</summary>
    /// <exception cref="RequestException">There is no such search.</exception>
    public void Forget(EmulatorClient client, int id, AccessToken? owner) => stores.Of(client).Remove(id, owner);

    private static async Task<MemorySearchResponse> NarrowAsync(
        EmulatorClient client, SearchStore store, int id, AccessToken? owner, MemorySearchRequest question, Comparison comparison,
        int limit, CancellationToken cancellationToken)
    {
        foreach (var (name, given) in new[]
        {
            ("address", question.Address is not null), ("length", question.Length is not null), ("domain", question.Domain is not null),
            ("type", question.Type is not null), ("aligned", question.Aligned is not null),
        })
        {
            if (given)
                throw new RequestException(ProblemTypes.InvalidParameter,
                    $"{name} can't be combined with id; a narrowed search keeps the {name} of the first search.", name);
        }

        var search = store.Get(id, owner);
        CheckValue(question, comparison, search.Range.Type);
        await search.Turn.WaitAsync(cancellationToken);
        try
        {
            var frame = await search.LookAsync(client, comparison, question.Value ?? 0, cancellationToken);
            return Answer(id, search.Range, limit, frame, isFirst: false);
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

    private static Search SearchFor(EmulatorClient client, MemorySearchRequest question, Comparison comparison)
    {
        CheckFirst(comparison);
        var address = Parameters.NeededAddress(question.Address);
        if (address.Chain is not null)
            throw Parameters.Refuse("address", question.Address!,
                "a number, because a chain of pointers may point elsewhere when the search is narrowed");
        var type = MemoryType.Parse(question.Type ?? throw Parameters.Missing("type", $"one of {MemoryType.Names}"));
        var length = Parameters.InRange(
            question.Length ?? throw Parameters.Missing("length", "the number of bytes to search"), "length",
            type.Width, WireLimits.MemoryRangeBytes);
        var domain = Parameters.Domain(question.Domain, address);
        BusLimit.Check(client, address, length, domain);
        CheckValue(question, comparison, type);
        return new Search(domain, new SearchedRange(address.Number, length, type, question.Aligned ?? true));
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

    private static Comparison ComparisonOf(MemorySearchRequest question)
    {
        var name = question.Is ?? throw Parameters.Missing("is", $"one of {Comparison.Names}");
        return Comparison.Find(name) ?? throw Parameters.Refuse("is", name, $"one of {Comparison.Names}");
    }

    private static void CheckValue(MemorySearchRequest question, Comparison comparison, MemoryType type)
    {
        if (comparison.With == Operand.Value)
            type.ToWire(question.Value ?? throw Parameters.Missing("value", $"the number that {comparison.Name} compares with"));
        else if (question.Value is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"value requires one of {Comparison.NamesWithValue}; {comparison.Name} takes no value.", "value");
    }

    private static MemorySearchResponse Answer(int id, SearchedRange range, int limit, long frame, bool isFirst) => new(id, range.Count,
        [.. range.First(limit)
            .Select(match => new MemorySearchMatch(Parameters.Hex(match.Address), match.Value, isFirst ? null : match.Before))], frame);
}
