namespace Bridge.Testing.Zoo.Headers;

/// <summary>A text of a fixed length in a header.</summary>
internal static class HeaderField
{
    /// <summary>Writes <paramref name="text"/> and fills the rest of the field with zeros.</summary>
    public static void Write(Span<byte> field, ReadOnlySpan<byte> text)
    {
        field.Clear();
        text.CopyTo(field);
    }
}
