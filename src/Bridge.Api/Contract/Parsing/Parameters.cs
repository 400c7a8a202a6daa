using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Parses numbers and addresses in a request; an exception names the parameter, its value and what it accepts.</summary>
internal static class Parameters
{
    private const int MaxShown = 64;

    private static readonly string AcceptedAddress = string.Create(CultureInfo.InvariantCulture,
        $"an address like 0x02000000, $02000000 or 33554432, up to 0xFFFFFFFF, or a chain of up to {WireLimits.ChainDepth} "
        + $"pointers like [0x02000008]+0x10");

    /// <summary>Gets the rule for the name of a memory domain.</summary>
    public static TextRule DomainName { get; } = new() { Pattern = "^[0-9A-Za-z]+$", Min = 1, Max = 32 };

    /// <summary>Parses a whole number from <paramref name="min"/> to <paramref name="max"/>.</summary>
    public static int Integer(string text, string name, int min, int max) =>
        !EndsInNul(text)
            && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= min && value <= max
            ? value
            : throw Refuse(name, text, $"{min} to {max}");

    /// <summary>Returns a number if it is from <paramref name="min"/> to <paramref name="max"/>.</summary>
    public static int InRange(int value, string name, int min, int max) =>
        value >= min && value <= max ? value : throw Refuse(name, value.ToString(CultureInfo.InvariantCulture), $"{min} to {max}");

    /// <summary>
    /// Parses a 32-bit address, in hexadecimal with <c>0x</c> or <c>$</c>, or in decimal; or a chain of pointers at such addresses.
    /// </summary>
    public static MemoryAddress Address(string text)
    {
        if (TryNumber(text, out var number))
            return number;
        return PointerChain.ToWire(text) is { } chain
            ? MemoryAddress.FromChain(chain)
            : throw Refuse("address", text, AcceptedAddress);
    }

    /// <summary>
    /// Parses a required address or chain of pointers, either of which may have a symbol's name, and the memory domain beside it.
    /// </summary>
    /// <param name="text">The address; null: it is missing.</param>
    /// <param name="domain">The domain that the client names; null: none.</param>
    /// <param name="symbols">The symbols of the game; null: no name is known.</param>
    /// <returns>The address and its domain, which is that of the symbol if it is in a bank; null: the bus.</returns>
    public static AddressedPlace Place(string? text, string? domain, SymbolsNow? symbols)
    {
        if (TryNumber(text ?? throw Missing("address", "an address, a symbol or a chain of pointers"), out var number))
            return new AddressedPlace(number, Domain(domain, number));
        if (SymbolName.Begins(text) && domain is not null)
            throw Refuse("domain", domain, "left out for a symbol, which has its own");
        // Checked before the symbol of a chain is looked up, so that an unknown symbol doesn't hide a refused domain.
        if (text is ['[', ..])
            Domain(domain, MemoryAddress.FromChain(text));
        if (SymbolPlace.Find(text, symbols) is { } symbol)
            return new AddressedPlace(symbol.Address, symbol.Domain, symbol.Data);
        var chain = ReadChain.Of(text, takesSymbol: true, symbols)
            ?? throw Refuse("address", text, $"{AcceptedAddress}, or a symbol like gPlayer+4");
        return new AddressedPlace(MemoryAddress.FromChain(chain.Text), null, chain.Data);
    }

    /// <summary>Parses a required address or chain of pointers on the bus, either of which may have a symbol's name.</summary>
    /// <inheritdoc cref="Place"/>
    public static MemoryAddress OnBus(string? text, SymbolsNow? symbols) => Place(text, domain: null, symbols) is (var address, null)
        ? address
        : throw Refuse("address", text!, "on the bus; a symbol in a bank has no address there");

    /// <summary>Parses a required address, which may have a symbol's name, and the memory domain beside it.</summary>
    /// <inheritdoc cref="Place"/>
    public static (uint Address, string? Domain) PlaceWithoutChain(string? text, string? domain, SymbolsNow? symbols)
    {
        if (text is ['[', ..])
            throw Refuse("address", text, "an address or a symbol, because a chain of pointers may point elsewhere later");
        var (address, ofDomain) = Place(text, domain, symbols);
        return (address.Number, ofDomain);
    }

    /// <summary>Parses a 32-bit number, in hexadecimal with <c>0x</c> or <c>$</c>, or in decimal.</summary>
    public static bool TryNumber(ReadOnlySpan<char> text, out uint number)
    {
        number = 0;
        return !EndsInNul(text) && text switch
        {
            ['0', 'x' or 'X', .. var hex] => uint.TryParse(hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number),
            ['$', .. var hex] => uint.TryParse(hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number),
            _ => uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number),
        };
    }

    /// <summary>Returns whether a text ends in NUL, which .NET's number parsers ignore.</summary>
    public static bool EndsInNul(ReadOnlySpan<char> text) => text is [.., '\0'];

    /// <summary>Parses the name of a memory domain; null means the bus and stays null.</summary>
    public static string? Domain(string? domain, MemoryAddress address)
    {
        if (domain is null)
            return null;
        if (!DomainName.HasLength(domain) || !domain.All(char.IsAsciiLetterOrDigit))
            throw Refuse("domain", domain, $"a domain that GET …/memory lists, up to {DomainName.Max} letters and digits");
        return address.Chain is null ? domain : throw Refuse("domain", domain, "left out for a chain of pointers, which starts on the bus");
    }

    /// <summary>Parses true or false, in any case.</summary>
    public static bool Flag(string text, string name) =>
        text.Equals("true", StringComparison.OrdinalIgnoreCase)
        || (text.Equals("false", StringComparison.OrdinalIgnoreCase) ? false : throw Refuse(name, text, "true or false"));

    /// <summary>Returns the exception for a missing parameter; <paramref name="accepted"/> follows a colon, like "1 to 3600".</summary>
    public static RequestException Missing(string name, string accepted) =>
        new(ProblemTypes.MissingParameter, $"{name} is required: {accepted}.", name);

    /// <summary>Returns the exception for an invalid value; <paramref name="accepted"/> follows "must be", like "1 to 3600".</summary>
    public static RequestException Refuse(string name, string got, string accepted) =>
        new(ProblemTypes.InvalidParameter, $"{name} must be {accepted}; got \"{Shorten(got)}\".", name);

    /// <summary>Formats an address as responses have it.</summary>
    public static string Hex(uint number) => string.Create(CultureInfo.InvariantCulture, $"0x{number:X8}");

    /// <summary>Shortens a text for an error sentence, to at most 64 characters, without splitting a surrogate pair.</summary>
    public static string Shorten(string text) => text.Length <= MaxShown ? text
        : $"{text[..(char.IsHighSurrogate(text[MaxShown - 1]) ? MaxShown - 1 : MaxShown)]}…";
}
