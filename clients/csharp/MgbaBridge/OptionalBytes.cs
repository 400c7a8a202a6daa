namespace MgbaBridge;

/// <summary>Bytes that a response may lack.</summary>
internal static class OptionalBytes
{
    /// <summary>Returns null for no array. C# itself would convert that to empty bytes.</summary>
    public static ReadOnlyMemory<byte>? Of(byte[]? bytes) => bytes is null ? (ReadOnlyMemory<byte>?)null : bytes;
}
