using System.Buffers.Binary;

namespace Bridge.Testing.States;

/// <summary>
/// A raw save state: the machine, a table of its attachments by mGBA's tags (each entry: tag, size, offset; the last one zeros), and these.
/// </summary>
public sealed record RawState(byte[] Machine, IReadOnlyList<(int Tag, byte[] Content)> Attached)
{
    /// <summary>Bytes of a machine.</summary>
    public const int GbaBytes = 0x61000, GameBoyBytes = 0x11800;

    /// <summary>mGBA's tags of attachments.</summary>
    public const int Picture = 1, SaveMemory = 2, Cheats = 3, Clock = 4, MadeAt = 0x101, MadeBy = 0x102;

    private const int EntryBytes = 16;

    /// <summary>Returns the attachment with this tag; null if there is none.</summary>
    public byte[]? this[int tag] => Attached.FirstOrDefault(item => item.Tag == tag).Content;

    /// <summary>Parses a state with a valid table.</summary>
    public static RawState Read(ReadOnlySpan<byte> bytes, int machineBytes)
    {
        var attached = new List<(int, byte[])>();
        for (var entry = machineBytes; entry < bytes.Length && ReadInt32(bytes, entry) is not 0 and var tag; entry += EntryBytes)
            attached.Add((tag, bytes.Slice(ReadInt32(bytes, entry + 8), ReadInt32(bytes, entry + 4)).ToArray()));
        return new RawState(bytes[..machineBytes].ToArray(), attached);
    }

    /// <summary>Returns the state as bytes.</summary>
    public byte[] ToBytes()
    {
        var offset = Machine.Length + (EntryBytes * (Attached.Count + 1));
        using var bytes = new MemoryStream();
        bytes.Write(Machine);
        Span<byte> entry = stackalloc byte[EntryBytes];
        foreach (var (tag, content) in Attached)
        {
            BinaryPrimitives.WriteInt32LittleEndian(entry, tag);
            BinaryPrimitives.WriteInt32LittleEndian(entry[4..], content.Length);
            BinaryPrimitives.WriteInt64LittleEndian(entry[8..], offset);
            bytes.Write(entry);
            offset += content.Length;
        }

        entry.Clear();
        bytes.Write(entry);
        foreach (var (_, content) in Attached)
            bytes.Write(content);
        return bytes.ToArray();
    }

    private static int ReadInt32(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadInt32LittleEndian(bytes[at..]);
}
