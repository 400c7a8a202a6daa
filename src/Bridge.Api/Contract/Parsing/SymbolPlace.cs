using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Contract.Parsing;

/// <summary>The place of a name in an address.</summary>
/// <param name="Name">The symbol.</param>
/// <param name="Address">The address on the bus, or the offset in the domain.</param>
/// <param name="Domain">The memory domain of a place in a bank; null: the bus.</param>
/// <param name="Data">What is there; null: unknown, as after an offset like <c>+0x10</c>.</param>
internal readonly record struct NamedPlace(string Name, uint Address, string? Domain, TypedData? Data);

/// <summary>
/// Finds the places of names in addresses: <c>name</c>, <c>name+0x10</c>, <c>name-4</c>, <c>name[3].field</c>.
/// </summary>
internal static class SymbolPlace
{
    private const string Accepted = "a name with an offset that stays between 0 and 0xFFFFFFFF, like name+0x10";

    /// <summary>Returns the place of a name with or without fields and an offset; null if the text has another form.</summary>
    /// <exception cref="RequestException">There is no such name, or the offset leads out of the address space: 400.</exception>
    public static NamedPlace? Find(ReadOnlySpan<char> text, SymbolsNow? symbols)
    {
        if (!SymbolName.Begins(text))
            return null;
        var end = text.IndexOfAny('+', '-');
        var place = end < 0 ? text : text[..end];
        var name = place.IndexOf('[') is >= 0 and var index ? place[..index] : place;
        var offset = 0u;
        if (!SymbolName.Fits(name) || !DataPath.IsPath(place[name.Length..])
            || (end >= 0 && !Parameters.TryNumber(text[(end + 1)..], out offset)))
            return null;
        var names = symbols?.Invoke();
        var symbol = FindSymbol(name, names);
        var (inside, data) = Follow(place, symbol.Name.Length, names);
        var address = symbol.Address + inside + (end >= 0 && text[end] == '-' ? -(long)offset : offset);
        return address is >= 0 and <= uint.MaxValue
            ? new NamedPlace(symbol.Name, (uint)address, symbol.Domain, end < 0 ? data : null)
            : throw Parameters.Refuse("address", text.ToString(), Accepted);
    }

    /// <summary>Returns the place on the bus where a chain of pointers begins.</summary>
    /// <exception cref="RequestException">The name is unknown, or it is in a bank, which the bus may not show: 400.</exception>
    public static NamedPlace? FindOnBus(ReadOnlySpan<char> text, SymbolsNow? symbols) => Find(text, symbols) switch
    {
        { Domain: { } domain } banked => throw new RequestException(ProblemTypes.InvalidParameter,
            $"address must be a chain that begins on the bus; {banked.Name} is in a bank of {domain}.", "address"),
        var found => found,
    };

    // A name may have dots: "a.b.c" is a symbol, or else a field of "a.b", or else one of "a".
    private static Symbol FindSymbol(ReadOnlySpan<char> name, GameNames? names)
    {
        if (names is null)
            throw Unknown(name.ToString(), names);
        if (names.TryFind(name, out var symbol))
            return symbol;
        for (var dot = name.LastIndexOf('.'); dot > 0; dot = name[..dot].LastIndexOf('.'))
        {
            if (names.TryFindData(name[..dot], out _) && names.TryFind(name[..dot], out symbol))
                return symbol;
        }

        throw Unknown(name.ToString(), names);
    }

    private static (long Offset, TypedData? Data) Follow(ReadOnlySpan<char> place, int nameLength, GameNames? names)
    {
        if (names is not null && names.TryFindData(place[..nameLength], out var data))
            return DataPath.Follow(place, nameLength, data);
        return place.Length == nameLength
            ? (0, null)
            : throw new RequestException(ProblemTypes.InvalidParameter, "address must be a place without elements and fields after "
                + $"{Parameters.Shorten(place[..nameLength].ToString())}, which has no type: PUT …/symbols/types gives it one.", "address");
    }

    private static RequestException Unknown(string name, GameNames? names)
    {
        var advice = names is { HasAny: true } ? Similar(names.Near(name))
            : names?.Problem is { } problem ? $". {problem}" : ", and the game has no symbols: PUT …/symbols stores them.";
        return new RequestException(
            ProblemTypes.UnknownSymbol, $"address must be a symbol of this game; got \"{Parameters.Shorten(name)}\"{advice}", "address");
    }

    private static string Similar(IReadOnlyList<string> names) => names.Count == 0 ? "." : $". Similar: {string.Join(", ", names)}.";
}
