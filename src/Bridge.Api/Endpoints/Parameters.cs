using System.Globalization;
using Bridge.Api.Errors;

namespace Bridge.Api.Endpoints;

/// <summary>Reads numbers and addresses from a request; what doesn't fit is refused with what it got and what it accepts.</summary>
internal static class Parameters
{
    /// <summary>A whole number from <paramref name="least"/> to <paramref name="most"/>.</summary>
    public static int Integer(string text, string name, int least, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= least && value <= most
            ? value
            : throw Refuse(name, text, $"{least} to {most}");

    /// <summary>The same for a number that is one already.</summary>
    public static int InRange(int value, string name, int least, int most) =>
        value >= least && value <= most ? value : throw Refuse(name, value.ToString(CultureInfo.InvariantCulture), $"{least} to {most}");

    /// <summary>An address: hexadecimal behind <c>0x</c> or <c>$</c>, or decimal; 32 bits.</summary>
    public static uint Address(string text)
    {
        var (digits, style) = text switch
        {
            ['0', 'x' or 'X', .. var hex] => (hex, NumberStyles.AllowHexSpecifier),
            ['$', .. var hex] => (hex, NumberStyles.AllowHexSpecifier),
            _ => (text, NumberStyles.None),
        };
        return uint.TryParse(digits, style, CultureInfo.InvariantCulture, out var address)
            ? address
            : throw Refuse("address", text, "0x02000000, $02000000 or 33554432, up to 0xFFFFFFFF");
    }

    /// <summary>true or false.</summary>
    public static bool Flag(string text, string name) => bool.TryParse(text, out var value) ? value : throw Refuse(name, text, "true or false");

    public static RequestException Refuse(string name, string got, string accepted) =>
        new(ProblemTypes.InvalidParameter, $"{name} is \"{Shorten(got)}\"; it is {accepted}.", name);

    // A sentence that repeats what it got must not become as long as what it got.
    private static string Shorten(string text) => text.Length <= 64 ? text : $"{text[..64]}…";
}
