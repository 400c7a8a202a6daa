using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.IO.Hashing;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.States;

/// <summary>
/// Packs a save state into a PNG, and unpacks it. mGBA trusts the sizes that the chunks declare, and the script can't unpack them. So the
/// script gets raw states, which it can check completely (docs/protocol/commands.md, "Reset and states").
/// </summary>
internal static class StatePng
{
    // The machine of a GBA and of a Game Boy, and where its frame counter is (lua/bridge/states/save_state.lua).
    private const int GbaBytes = StateTable.GbaBytes, GameBoyBytes = StateTable.GameBoyBytes, GbaCounter = 0x1FC, GameBoyCounter = 0xC8;

    private const int ChunkFrame = 12; // Length, type and checksum.
    private const int ItemHeader = 8; // Tag and size of an attachment, before its compressed bytes.
    private const int EntryBytes = StateTable.EntryBytes;
    private const int PictureTag = StateTable.PictureTag;
    private const int MaxBytes = WireLimits.PayloadBytes;

    // The text chunk in which the script stores the correct counter, because it can't change the machine.
    private static ReadOnlySpan<byte> CounterText => "Frame counter\0"u8;

    private static ReadOnlySpan<byte> Signature => [0x89, (byte)'P', (byte)'N', (byte)'G', (byte)'\r', (byte)'\n', 0x1A, (byte)'\n'];

    /// <summary>Returns the raw state in a PNG, up to 2 MiB; returns bytes that are not a PNG unchanged.</summary>
    /// <exception cref="RequestException">The PNG is damaged or has no state of mGBA: 422, like a state that the script
    /// refuses.</exception>
    public static ReadOnlyMemory<byte> Unpack(ReadOnlyMemory<byte> state)
    {
        if (!state.Span.StartsWith(Signature))
            return state;
        byte[]? machine = null;
        uint? counter = null;
        var items = new SortedList<int, byte[]>();
        // The bytes that further attachments may declare.
        var free = MaxBytes;
        var (rest, isEnd) = (state[Signature.Length..], false);
        for (var isFirst = true; !isEnd; isFirst = false)
        {
            var (type, data) = TakeChunk(ref rest);
            if (isFirst != (type == "IHDR"))
                throw Refuse("its header is not its first chunk.");
            if (type == "gbAs")
                machine = machine is null ? UnpackMachine(data) : throw Refuse("it has more than one state.");
            else if (type == "gbAx")
                AddItem(items, data, ref free);
            else if (type == "tEXt" && data.Span.StartsWith(CounterText)
                && uint.TryParse(data.Span[CounterText.Length..], CultureInfo.InvariantCulture, out var number))
                counter = number;
            isEnd = type == "IEND";
        }

        if (!rest.IsEmpty)
            throw Refuse($"{rest.Length} bytes follow its end.");
        if (machine is null)
            throw Refuse("it has no state.");
        if (counter is { } frame)
            BinaryPrimitives.WriteUInt32LittleEndian(machine.AsSpan(machine.Length == GbaBytes ? GbaCounter : GameBoyCounter), frame);
        items.Add(PictureTag, ReadPicture(state));
        return Join(machine, items);
    }

    /// <summary>
    /// Packs a raw state that has the picture into a PNG with the state inside, as mGBA's window saves it. Returns a PNG unchanged.
    /// </summary>
    /// <exception cref="EmulatorException">The state has no picture: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static ReadOnlyMemory<byte> Pack(ReadOnlyMemory<byte> state)
    {
        if (state.Span.StartsWith(Signature))
            return state;
        StateTable.Check(state.Span);
        return PackRaw(state.Span)
            ?? throw new EmulatorException(EmulatorFailure.ProtocolError, "The script sent a state without its picture.");
    }

    private static byte[]? PackRaw(ReadOnlySpan<byte> bytes)
    {
        var machineBytes = StateTable.MachineBytes(bytes);
        ReadOnlyMemory<byte> png = default;
        var chunks = new MemoryStream(64 * 1024);
        PngWriter.WriteChunk(chunks, "gbAs"u8, Deflate([], bytes[..machineBytes]));
        var entry = bytes[machineBytes..];
        for (; BinaryPrimitives.ReadInt32LittleEndian(entry) is not 0 and var tag; entry = entry[EntryBytes..])
        {
            var item = StateTable.ItemAt(bytes, entry);
            if (tag == PictureTag)
                png = StateTable.WritePicture(item);
            else
                PngWriter.WriteChunk(chunks, "gbAx"u8, Deflate(entry[..ItemHeader], item));
        }

        return png.IsEmpty
            ? null
            : [.. png.Span[..^ChunkFrame], .. chunks.GetBuffer().AsSpan(0, (int)chunks.Length), .. png.Span[^ChunkFrame..]];
    }

    private static ReadOnlySpan<byte> Deflate(ReadOnlySpan<byte> header, ReadOnlySpan<byte> bytes)
    {
        var packed = new MemoryStream(32 * 1024);
        packed.Write(header);
        using (var stream = new ZLibStream(packed, CompressionLevel.Fastest, leaveOpen: true))
            stream.Write(bytes);
        return packed.GetBuffer().AsSpan(0, (int)packed.Length);
    }

    private static (string Type, ReadOnlyMemory<byte> Data) TakeChunk(ref ReadOnlyMemory<byte> rest)
    {
        var length = rest.Length < ChunkFrame ? uint.MaxValue : BinaryPrimitives.ReadUInt32BigEndian(rest.Span);
        if (length > rest.Length - ChunkFrame)
            throw Refuse("it is truncated.");
        var (checkedBytes, checksum) = (rest.Slice(4, (int)length + 4),
            BinaryPrimitives.ReadUInt32BigEndian(rest.Span[((int)length + 8)..]));
        if (Crc32.HashToUInt32(checkedBytes.Span) != checksum)
            throw Refuse("the checksum of one of its chunks is wrong.");
        rest = rest[((int)length + ChunkFrame)..];
        return (Encoding.Latin1.GetString(checkedBytes.Span[..4]), checkedBytes[4..]);
    }

    private static byte[] UnpackMachine(ReadOnlyMemory<byte> data)
    {
        var bytes = Inflate(data, GbaBytes, "its state");
        return bytes.Length is GbaBytes or GameBoyBytes
            ? bytes
            : throw Refuse(string.Create(CultureInfo.InvariantCulture,
                $"its state has {bytes.Length:N0} bytes; a GBA's has {GbaBytes:N0}, a Game Boy's {GameBoyBytes:N0}."));
    }

    private static void AddItem(SortedList<int, byte[]> items, ReadOnlyMemory<byte> data, ref int free)
    {
        if (data.Length < ItemHeader)
            throw Refuse("an attachment is truncated.");
        var (tag, size) = (BinaryPrimitives.ReadInt32LittleEndian(data.Span), BinaryPrimitives.ReadInt32LittleEndian(data.Span[4..]));
        // Save memory, cheats, clock, time of saving, program that saved. The picture is the PNG itself.
        if (tag is not (2 or 3 or 4 or 0x101 or 0x102))
            throw Refuse($"an attachment has the unknown tag {tag}.");
        var name = $"the attachment with tag {tag}";
        if (items.ContainsKey(tag))
            throw Refuse($"it has {name} twice.");
        if (size < 0 || size > free)
            throw Refuse(string.Create(CultureInfo.InvariantCulture,
                $"{name} declares {(uint)size:N0} bytes; a state has at most {MaxBytes:N0} in total."));
        var bytes = Inflate(data[ItemHeader..], size, name);
        if (bytes.Length != size)
            throw Refuse(string.Create(CultureInfo.InvariantCulture, $"{name} declares {size:N0} bytes but unpacks to {bytes.Length:N0}."));
        free -= size;
        items.Add(tag, bytes);
    }

    /// <summary>Returns the unpacked bytes, never more than <paramref name="max"/>.</summary>
    private static byte[] Inflate(ReadOnlyMemory<byte> packed, int max, string name)
    {
        var bytes = new byte[max + 1];
        try
        {
            using var stream = new ZLibStream(new MemoryStream(packed.ToArray()), CompressionMode.Decompress);
            var length = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            return length <= max
                ? bytes[..length]
                : throw Refuse(string.Create(CultureInfo.InvariantCulture, $"{name} unpacks to more than {max:N0} bytes."));
        }
        catch (InvalidDataException)
        {
            throw Refuse($"{name} can't be unpacked.");
        }
    }

    // Converts the picture to the form in a raw state: red, green, blue and an unused byte for each pixel.
    private static byte[] ReadPicture(ReadOnlyMemory<byte> png)
    {
        try
        {
            using var picture = PngReader.Read(png, frame: 0);
            var pixels = new byte[4 * picture.Width * picture.Height];
            for (int from = 0, to = 0; to < pixels.Length; from += 3, to += 4)
                picture.Rgb.Slice(from, 3).CopyTo(pixels.AsSpan(to));
            return pixels;
        }
        catch (EmulatorException)
        {
            throw Refuse("mGBA does not write pictures of this kind.");
        }
    }

    // Joins the machine, the table, which ends with an entry of zeros, and the attachments in the order of the table.
    private static byte[] Join(byte[] machine, SortedList<int, byte[]> items)
    {
        var offset = machine.Length + (EntryBytes * (items.Count + 1));
        var length = offset + items.Values.Sum(item => (long)item.Length);
        if (length > MaxBytes)
            throw Refuse(string.Create(CultureInfo.InvariantCulture,
                $"it unpacks to {length:N0} bytes; a state has at most {MaxBytes:N0}."));
        var state = new byte[length];
        machine.CopyTo(state, 0);
        var entry = state.AsSpan(machine.Length);
        foreach (var (tag, item) in items)
        {
            BinaryPrimitives.WriteInt32LittleEndian(entry, tag);
            BinaryPrimitives.WriteInt32LittleEndian(entry[4..], item.Length);
            BinaryPrimitives.WriteInt64LittleEndian(entry[8..], offset);
            entry = entry[EntryBytes..];
            item.CopyTo(state, offset);
            offset += item.Length;
        }

        return state;
    }

    private static RequestException Refuse(string problem) => new(ProblemTypes.RefusedState, $"The state is a PNG, and {problem}");
}
