using System.Buffers.Binary;
using System.Text;
using Bridge.Testing.States;

namespace Bridge.EndToEnd.Tests.Safety.States;

/// <summary>Mutates save states at random, both raw states and PNGs.</summary>
internal sealed class MutatedState(Random random, byte[] raw, byte[] png, int machineBytes)
{
    // Where the header of a machine ends, and where the processor, timers, DMA, sound and I/O registers after it end.
    private const int HeaderBytes = 0x20, RegisterBytes = 0x800;

    private static readonly int[] Tags = [0, 1, 2, 3, 4, 5, 0x100, 0x101, 0x102, 0x103, -1];
    private static readonly int[] TagsOfAnyContent = [RawState.SaveMemory, RawState.Cheats, RawState.MadeAt, RawState.MadeBy];
    private static readonly int[] Words = [0, 1, 4, 0xFF, 0x2000, 0x7FFF,
        0xFFFF, 0x100000, 0x40000000, int.MaxValue, -1, -0x10000, int.MinValue];
    private static readonly int[] Sizes = [0, 1, 15, 16, 17, 511, 512, 8192,
        32768, 131072, 153600, 2097152, 0x2C010000, int.MaxValue, -1, int.MinValue];

    /// <summary>Returns a mutated state.</summary>
    public byte[] Make() => random.Next(13) switch
    {
        0 => Poked(raw, 0, HeaderBytes),
        1 or 2 => MutatedMachine(raw),
        3 => Poked(raw, machineBytes, Math.Min(raw.Length, machineBytes + 128)),
        4 => Cut(raw),
        5 => new RawState(raw[..machineBytes], [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => (AnyTag(), AnyContent()))]).ToBytes(),
        6 => Cut(png),
        7 => Poked(png, 8, png.Length),
        8 => Changed(chunks => Replace(chunks, chunk => chunk with { Data = Poked(chunk.Data, 0, chunk.Data.Length) })),
        9 => Changed(Attach),
        10 => Changed(chunks => chunks.Insert(random.Next(chunks.Count), chunks[random.Next(chunks.Count)])),
        11 => Changed(chunks => chunks.RemoveAt(random.Next(chunks.Count))),
        _ => Changed(MutateMachine),
    };

    // Keeps the header, so that the state is not refused because of it.
    private byte[] MutatedMachine(byte[] bytes) => random.Next(4) switch
    {
        0 => Poked(bytes, HeaderBytes, RegisterBytes),
        1 => WithWord(bytes),
        2 => WithNoise(bytes),
        _ => Poked(bytes, RegisterBytes, machineBytes),
    };

    private byte[] WithWord(byte[] bytes)
    {
        var changed = bytes.ToArray();
        var at = random.Next(HeaderBytes / sizeof(int), RegisterBytes / sizeof(int)) * sizeof(int);
        BinaryPrimitives.WriteInt32LittleEndian(changed.AsSpan(at), Words[random.Next(Words.Length)]);
        return changed;
    }

    private byte[] WithNoise(byte[] bytes)
    {
        var changed = bytes.ToArray();
        var from = random.Next(HeaderBytes, RegisterBytes);
        random.NextBytes(changed.AsSpan(from, random.Next(RegisterBytes - from)));
        return changed;
    }

    private byte[] Changed(Action<List<PngChunk>> change)
    {
        var chunks = PngChunk.Read(png);
        for (var count = random.Next(1, 4); count > 0 && chunks.Count > 1; count--)
            change(chunks);
        return PngChunk.Write(chunks);
    }

    private void Replace(List<PngChunk> chunks, Func<PngChunk, PngChunk> change)
    {
        var at = random.Next(chunks.Count);
        chunks[at] = change(chunks[at]);
    }

    private void MutateMachine(List<PngChunk> chunks)
    {
        var at = chunks.FindIndex(chunk => chunk.Type == "gbAs");
        var machine = PngChunk.Inflate(chunks[at].Data);
        machine = machine.Length < machineBytes ? Cut(machine) : random.Next(4) switch
        {
            0 => Poked(machine, 0, HeaderBytes),
            1 => Cut(machine),
            _ => MutatedMachine(machine),
        };
        chunks[at] = new PngChunk("gbAs", PngChunk.Deflate(machine));
    }

    private void Attach(List<PngChunk> chunks)
    {
        var attachment = AnyAttachment();
        if (random.Next(4) > 0)
            chunks.RemoveAll(chunk => chunk.Type == "gbAx" && chunk.Data.AsSpan().StartsWith(attachment.Data.AsSpan(0, 4)));
        chunks.Insert(random.Next(1, chunks.Count), attachment);
    }

    private PngChunk AnyAttachment()
    {
        var content = AnyContent();
        return random.Next(6) switch
        {
            0 => PngChunk.Attachment(AnyTag(), Sizes[random.Next(Sizes.Length)], content),
            1 => PngChunk.Attachment(AnyTag(), Sizes[random.Next(Sizes.Length)], PngChunk.Deflate(content)),
            _ => PngChunk.Attachment(AnyTag(), content),
        };
    }

    private int AnyTag() => random.Next(4) == 0 ? Tags[random.Next(Tags.Length)] : TagsOfAnyContent[random.Next(TagsOfAnyContent.Length)];

    private byte[] AnyContent()
    {
        if (random.Next(3) == 0)
            return AnyCheats();
        var content = new byte[random.Next(3) == 0 ? 16 : Math.Clamp(Sizes[random.Next(Sizes.Length)], 0, 200_000)];
        if (random.Next(2) == 0)
            random.NextBytes(content);
        return content;
    }

    private byte[] AnyCheats()
    {
        string[] lines = ["# name", "!disabled", "!reset", "!GSAv1", "!PARv3", "cheats = 3",
            "cheat0_code = \"00000000+00000000\"", "[name]", "00000000 00000000", "DEADFACE 00000000", new('A', 400)];
        var text = new StringBuilder();
        for (var count = random.Next(1, 20); count > 0; count--)
            text.Append(random.Next(3) == 0
                ? $"{random.NextInt64() & 0xFFFFFFFF:X8} {random.NextInt64() & 0xFFFFFFFF:X8}"
                : lines[random.Next(lines.Length)]).Append('\n');
        return Encoding.Latin1.GetBytes(text.ToString());
    }

    private byte[] Poked(byte[] bytes, int from, int to)
    {
        var poked = bytes.ToArray();
        for (var count = from < to ? 1 << random.Next(6) : 0; count > 0; count--)
            poked[random.Next(from, to)] = (byte)random.Next(256);
        return poked;
    }

    private byte[] Cut(byte[] bytes)
    {
        if (random.Next(2) == 0)
            return bytes[..random.Next(1, bytes.Length)];
        var more = new byte[random.Next(1, 2000)];
        random.NextBytes(more);
        return [.. bytes, .. more];
    }
}
