using System.Buffers.Text;

namespace Bridge.Api.Features.Events;

/// <summary>Writes events as text/event-stream (HTML Standard, 9.2.6).</summary>
/// <param name="instance">The prefix of the ids, which tells runs of the bridge apart.</param>
internal sealed class EventText(string instance)
{
    /// <summary>Gets a comment line, which clients ignore and which keeps the connection alive.</summary>
    public static ReadOnlySpan<byte> Comment => ":\n"u8;

    private readonly byte[] _id = [.. "id: "u8, .. System.Text.Encoding.ASCII.GetBytes(instance), (byte)'-'];

    /// <summary>Returns the whole event with its id.</summary>
    public byte[] AddId(long number, ReadOnlySpan<byte> body)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(number, digits, out var length);
        return [.. _id, .. digits[..length], (byte)'\n', .. body];
    }

    /// <summary>Returns the number in an id; null if the id is invalid or from another run.</summary>
    public long? NumberIn(string id) =>
        id.Length > instance.Length + 1 && id.StartsWith(instance, StringComparison.Ordinal) && id[instance.Length] == '-'
        && long.TryParse(id.AsSpan(instance.Length + 1), System.Globalization.NumberStyles.None, null, out var number)
            ? number
            : null;
}
