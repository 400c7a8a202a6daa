using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Finds the places of names in addresses: <c>name</c>, <c>name+0x10</c>, <c>name-4</c>.</summary>
internal static class SymbolPlace
{
    private const string Accepted = "a name with an offset that stays between 0 and 0xFFFFFFFF, like name+0x10";

    /// <summary>Returns the place of a name with or without an offset; null if the text has another form.</summary>
    /// <exception cref="RequestException">There is no such name, or the offset leads out of the address space: 400.</exception>
    public static Symbol? Find(ReadOnlySpan<char> text, SymbolsNow? symbols)
    {
        if (!SymbolName.Begins(text))
            return null;
        var end = text.IndexOfAny('+', '-');
        var name = end < 0 ? text : text[..end];
        var offset = 0u;
        if (!SymbolName.Fits(name) || (end >= 0 && !Parameters.TryNumber(text[(end + 1)..], out offset)))
            return null;
        var names = symbols?.Invoke();
        if (names?.Symbols is not { } table || !table.TryFind(name, out var symbol))
            throw Unknown(name.ToString(), names);
        var address = end >= 0 && text[end] == '-' ? symbol.Address - (long)offset : symbol.Address + (long)offset;
        return address is >= 0 and <= uint.MaxValue
            ? symbol with { Address = (uint)address }
            : throw Parameters.Refuse("address", text.ToString(), Accepted);
    }

    /// <summary>Returns the address on the bus where a chain of pointers begins.</summary>
    /// <exception cref="RequestException">The name is unknown, or it is in a bank, which the bus may not show: 400.</exception>
    public static uint? FindOnBus(ReadOnlySpan<char> text, SymbolsNow? symbols) => Find(text, symbols) switch
    {
        null => null,
        { Domain: null } symbol => symbol.Address,
        var banked => throw new RequestException(ProblemTypes.InvalidParameter,
            $"address must be a chain that begins on the bus; {banked.Value.Name} is in a bank of {banked.Value.Domain}.", "address"),
    };

    private static RequestException Unknown(string name, GameNames? names)
    {
        var known = names?.Symbols?.Near(name) is not { } near
            ? names?.Problem is { } problem ? $". {problem}" : ", and the game has no symbols: PUT …/symbols stores them."
            : near.Count == 0 ? "." : $". Similar: {string.Join(", ", near)}.";
        return new RequestException(
            ProblemTypes.UnknownSymbol, $"address must be a symbol of this game; got \"{Parameters.Shorten(name)}\"{known}", "address");
    }
}
