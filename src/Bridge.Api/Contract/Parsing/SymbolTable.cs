using System.Globalization;

namespace Bridge.Api.Contract.Parsing;

/// <summary>The symbols of a game, found by name and by address. Immutable.</summary>
internal sealed class SymbolTable
{
    private const int MaxNear = 3;

    // Names on each side, in alphabetical order, that are compared with an unknown one.
    private const int Neighbors = 8;

    private readonly Symbol[] _symbols;
    private readonly Dictionary<string, int> _byName;
    private readonly Dictionary<string, (uint[] Addresses, int[] Symbols)> _byDomain = [];
    private readonly Lazy<string[]> _sorted;

    /// <summary>Creates a table. Of several symbols with the same name, a request means the first one.</summary>
    public SymbolTable(IReadOnlyList<Symbol> symbols)
    {
        _symbols = [.. symbols];
        _byName = new Dictionary<string, int>(_symbols.Length);
        for (var i = 0; i < _symbols.Length; i++)
            _byName.TryAdd(_symbols[i].Name, i);
        foreach (var domain in _symbols.Index().GroupBy(symbol => symbol.Item.Domain ?? ""))
            _byDomain.Add(domain.Key, Sort(domain));
        _sorted = new Lazy<string[]>(() => [.. _byName.Keys.Order(StringComparer.OrdinalIgnoreCase)]);
    }

    /// <summary>Gets the number of symbols.</summary>
    public int Count => _symbols.Length;

    /// <summary>Finds the symbol of a name.</summary>
    public bool TryFind(ReadOnlySpan<char> name, out Symbol symbol)
    {
        var isKnown = _byName.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out var index);
        symbol = isKnown ? _symbols[index] : default;
        return isKnown;
    }

    /// <summary>Returns the nearest name at or before an address, like <c>gPlayer+0x10</c>; null if there is none.</summary>
    /// <param name="address">The address on the bus, or the offset in the domain.</param>
    /// <param name="domain">The memory domain; null: the bus.</param>
    public string? Nearest(uint address, string? domain)
    {
        if (!_byDomain.TryGetValue(domain ?? "", out var places))
            return null;
        var index = Array.BinarySearch(places.Addresses, address);
        // Without a symbol at the address, the last one before it.
        if (index < 0)
            index = ~index - 1;
        if (index < 0)
            return null;
        var symbol = _symbols[places.Symbols[index]];
        var distance = address - symbol.Address;
        return distance == 0 ? symbol.Name
            : distance < symbol.Reach
                ? string.Create(CultureInfo.InvariantCulture, $"{symbol.Name}+0x{distance:X}")
                : null;
    }

    /// <summary>Returns the symbols whose names have a text in any case, in the order of their addresses.</summary>
    /// <param name="text">The text; empty: all symbols.</param>
    /// <param name="domain">The memory domain; null: all domains and the bus.</param>
    public IReadOnlyList<Symbol> Find(string text, string? domain) =>
        [.. _symbols.Where(symbol => (domain is null || symbol.Domain == domain)
            && symbol.Name.Contains(text, StringComparison.OrdinalIgnoreCase))
            .OrderBy(symbol => symbol.Domain, StringComparer.Ordinal).ThenBy(symbol => symbol.Address)];

    /// <summary>Returns up to three names that begin most like an unknown one, the most similar first.</summary>
    public IReadOnlyList<string> Near(string name)
    {
        var names = _sorted.Value;
        var index = Array.BinarySearch(names, name, StringComparer.OrdinalIgnoreCase);
        if (index < 0)
            index = ~index;
        var first = Math.Max(0, index - Neighbors);
        return [.. names[first..Math.Min(names.Length, index + Neighbors)]
            .Select(known => (Name: known, Common: CommonLength(known, name)))
            .Where(known => known.Common > 0)
            .OrderByDescending(known => known.Common).ThenBy(known => Math.Abs(known.Name.Length - name.Length))
            .Take(MaxNear).Select(known => known.Name)];
    }

    /// <summary>Returns how many characters two names have in common at their beginning, in any case.</summary>
    public static int CommonLength(string one, string other)
    {
        var length = 0;
        while (length < one.Length && length < other.Length && char.ToUpperInvariant(one[length]) == char.ToUpperInvariant(other[length]))
            length++;
        return length;
    }

    // Of several symbols at one address, the first one names it.
    private static (uint[] Addresses, int[] Symbols) Sort(IEnumerable<(int Index, Symbol Item)> symbols)
    {
        var sorted = symbols.OrderBy(symbol => symbol.Item.Address).DistinctBy(symbol => symbol.Item.Address).ToArray();
        return ([.. sorted.Select(symbol => symbol.Item.Address)], [.. sorted.Select(symbol => symbol.Index)]);
    }
}
