using Bridge.Api.Errors;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Endpoints;

/// <summary>The buttons by name, for the platform that the game runs on.</summary>
internal static class ButtonNames
{
    private static readonly string[] GameBoyAdvance = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"];

    /// <summary>Reads names in any case; <paramref name="parameter"/> is what a refusal calls the list.</summary>
    /// <exception cref="RequestException">One of them is no button of the platform.</exception>
    public static Buttons Parse(IReadOnlyList<string?> names, string parameter, string? platform)
    {
        var buttons = Buttons.None;
        var known = platform == "GB" ? GameBoyAdvance.AsSpan(0, 8) : GameBoyAdvance;
        for (var i = 0; i < names.Count; i++)
        {
            var bit = IndexOf(known, names[i]);
            if (bit < 0)
            {
                throw new RequestException(ProblemTypes.UnknownButton,
                    $"{parameter}[{i}] is \"{names[i]}\"; a {platform ?? "GBA"} has {string.Join(", ", known.ToArray())}.", $"{parameter}[{i}]");
            }

            buttons |= (Buttons)(1 << bit);
        }

        return buttons;
    }

    /// <summary>The names of <paramref name="buttons"/>, in the order of mGBA's key mask.</summary>
    public static IReadOnlyList<string> Of(Buttons buttons) =>
        [.. GameBoyAdvance.Where((_, bit) => buttons.HasFlag((Buttons)(1 << bit)))];

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
