namespace Bridge.Bench;

/// <summary>Text with numbers as in English, whatever the machine's language is.</summary>
internal static class InvariantText
{
    /// <summary>Returns the parts of a long text as one.</summary>
    public static string Join(params FormattableString[] parts) => string.Concat(parts.Select(FormattableString.Invariant));
}
