using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Parses and names buttons, for the platform of the game.</summary>
internal static class ButtonNames
{
    // In the order of the bits of mGBA's key mask. A Game Boy has only the first eight.
    private static readonly string[] GameBoyAdvance = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"];

    /// <summary>Gets the rule for the name of a button.</summary>
    public static ChoiceRule Rule { get; } = new(GameBoyAdvance, IgnoresCase: true)
    {
        Schema = "Button",
        Description = "A button. A Game Boy has no R and L.",
    };

    /// <summary>Gets the rule for buttons to hold, perhaps none.</summary>
    public static ListRule ListRule { get; } = new(Rule);

    /// <summary>Gets the rule for one or more buttons to press together.</summary>
    public static ListRule SomeRule { get; } = new(Rule, Min: 1);

    /// <summary>Parses names in any case; an exception calls the list <paramref name="parameter"/>.</summary>
    /// <exception cref="RequestException">A name is not a button of the platform.</exception>
    public static Buttons Parse(IReadOnlyList<string?> names, string parameter, string? platform)
    {
        var buttons = Buttons.None;
        var known = Known(platform);
        for (var i = 0; i < names.Count; i++)
        {
            var bit = IndexOf(known, names[i]);
            if (bit < 0)
                throw Unknown(names[i], $"{parameter}[{i}]", platform);
            buttons |= (Buttons)(1 << bit);
        }

        return buttons;
    }

    /// <summary>Parses a single name in any case.</summary>
    public static Buttons ParseOne(string name, string parameter, string? platform) => IndexOf(Known(platform), name) is >= 0 and var bit
        ? (Buttons)(1 << bit)
        : throw Unknown(name, parameter, platform);

    /// <summary>Returns the names of <paramref name="buttons"/>, in the order of mGBA's key mask.</summary>
    public static IReadOnlyList<string> Of(Buttons buttons) =>
        [.. GameBoyAdvance.Where((_, bit) => buttons.HasFlag((Buttons)(1 << bit)))];

    private static ReadOnlySpan<string> Known(string? platform) => platform == "GB" ? GameBoyAdvance.AsSpan(0, 8) : GameBoyAdvance;

    private static RequestException Unknown(string? name, string parameter, string? platform) => new(ProblemTypes.UnknownButton,
        $"{parameter} must be one of {string.Join(", ", Known(platform).ToArray())} on a {platform ?? "GBA"}; got \"{name}\".", parameter);

    private static int IndexOf(ReadOnlySpan<string> known, string? name)
    {
        for (var bit = 0; bit < known.Length; bit++)
        {
            if (known[bit].Equals(name, StringComparison.OrdinalIgnoreCase))
                return bit;
        }

        return -1;
    }
}
