namespace Bridge.LoadBench;

/// <summary>Formats numbers the English way, whatever the machine's language.</summary>
internal static class InvariantText
{
    /// <summary>Joins the parts of a long text.</summary>
    public static string Join(params FormattableString[] parts) => string.Concat(parts.Select(FormattableString.Invariant));
}
