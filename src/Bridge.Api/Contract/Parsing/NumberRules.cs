using System.Globalization;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Accepts a whole number in a range.</summary>
/// <param name="Name">The name of the parameter or member, for error sentences.</param>
/// <param name="Min">The smallest number.</param>
/// <param name="Max">The largest number.</param>
/// <param name="Default">The number if none is given; null: there is no default.</param>
internal sealed record IntegerRule(string Name, long Min, long Max, long? Default = null) : ValueRule
{
    /// <summary>Accepts any number of 32 bits; other code decides which of them exist.</summary>
    public static IntegerRule Any32(string name) => new(name, int.MinValue, int.MaxValue);

    /// <summary>Accepts any number of 64 bits; other code checks it against the type of the value.</summary>
    public static IntegerRule Any64(string name) => new(name, long.MinValue, long.MaxValue);

    /// <summary>Parses a parameter.</summary>
    /// <exception cref="Errors.RequestException">It is not a number in the range.</exception>
    public int Parse(string text) => Parameters.Integer(text, Name, (int)Min, (int)Max);

    /// <summary>Parses a parameter; null: the default.</summary>
    /// <exception cref="Errors.RequestException">It is not a number in the range.</exception>
    public int ParseOrDefault(string? text) => text is null ? (int)Default.GetValueOrDefault() : Parse(text);

    /// <summary>Returns whether a number is in the range.</summary>
    public bool Accepts(long value) => value >= Min && value <= Max;

    /// <summary>Returns a number that is in the range.</summary>
    /// <exception cref="Errors.RequestException">It is not.</exception>
    public int Check(int value) => Parameters.InRange(value, Name, (int)Min, (int)Max);

    /// <summary>Returns a member's number; null: the default.</summary>
    /// <exception cref="Errors.RequestException">It is not in the range.</exception>
    public int Of(int? value) => value is { } given ? Check(given) : (int)Default.GetValueOrDefault();
}

/// <summary>Accepts a number in a range, and perhaps one number outside it.</summary>
/// <param name="Name">The name of the member, for error sentences.</param>
/// <param name="Min">The smallest number.</param>
/// <param name="Max">The largest number.</param>
/// <param name="Default">The number if none is given; null: there is no default.</param>
/// <param name="Besides">A number below the range that is accepted as well; null: none.</param>
internal sealed record NumberRule(string Name, double Min, double Max, double? Default = null, double? Besides = null) : ValueRule
{
    /// <summary>Returns whether a number is accepted.</summary>
    public bool Accepts(double value) => (value >= Min && value <= Max) || value == Besides;

    /// <summary>Returns a number that is accepted; <paramref name="accepted"/> says in a sentence which numbers are.</summary>
    /// <exception cref="Errors.RequestException">It is not.</exception>
    public double Check(double value, string accepted) => Accepts(value)
        ? value
        : throw Parameters.Refuse(Name, value.ToString(CultureInfo.InvariantCulture), accepted);
}

/// <summary>Accepts one of some words.</summary>
/// <param name="Choices">The words.</param>
/// <param name="Default">The word if none is given; null: there is no default.</param>
/// <param name="IgnoresCase">Whether it accepts them in any case; the document has one spelling.</param>
internal sealed record ChoiceRule(IReadOnlyList<string> Choices, string? Default = null, bool IgnoresCase = false) : ValueRule
{
    /// <summary>Gets the words, for sentences.</summary>
    public string Names { get; } = string.Join(", ", Choices);

    /// <summary>Returns whether it accepts a word.</summary>
    public bool Accepts(string word) => Choices.Contains(word, IgnoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
}
