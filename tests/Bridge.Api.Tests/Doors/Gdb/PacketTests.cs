using System.Text;
using Bridge.Doors.Gdb.Packets;

namespace Bridge.Api.Tests.Doors.Gdb;

/// <summary>Packets of GDB in any pieces, good and bad.</summary>
public sealed class PacketTests
{
    [Theory]
    [InlineData("$#00", "Packet:")]
    [InlineData("$g#67", "Packet:g")]
    [InlineData("+$g#67", "Packet:g")]
    [InlineData("+$vMustReplyEmpty#3a", "Packet:vMustReplyEmpty")]
    [InlineData("$g#68", "WrongChecksum:")]
    [InlineData("$g#6G", "WrongChecksum:")]
    [InlineData("$g##7", "WrongChecksum:")]
    [InlineData("$g#67$p0#A0", "Packet:g Packet:p0")]
    [InlineData("\u0003", "Interrupt:")]
    [InlineData("-", "Again:")]
    [InlineData("--", "Again: Again:")]
    [InlineData("$X0,4:a}\u0003}\u0004}]}\n#e5", "Packet:X0,4:a#$}*")]
    [InlineData("$m\u0003#70", "Packet:m\u0003")]
    [InlineData("$m", "")]
    [InlineData("$m#", "")]
    [InlineData("$m#6", "")]
    [InlineData("GET / HTTP/1.1", "Foreign:")]
    [InlineData("\u0016\u0003\u0001", "Foreign:")]
    public void Packets_are_read_in_any_pieces(string bytes, string expected)
    {
        for (var size = 1; size <= bytes.Length; size++)
            Assert.Equal(expected, string.Join(' ', Read(bytes, size)));
    }

    [Fact]
    public void A_packet_may_be_as_long_as_the_limit_and_no_longer()
    {
        var longest = new string('a', PacketReader.MaxBytes);
        Assert.Equal([$"Packet:{longest}"], Read(GdbClient.Packet(longest), 1000));
        Assert.Equal(["TooLong:"], Read($"${longest}a", 1000));
        // An escaped byte counts as two.
        Assert.Equal(["TooLong:"], Read($"${longest[1..]}}}\u0003", 1000));
    }

    [Theory]
    [InlineData("", "$#00")]
    [InlineData("OK", "$OK#9a")]
    [InlineData("a#$}*", "$a}\u0003}\u0004}]}\n#c3")]
    public void Packets_are_written_with_escapes_and_a_checksum(string text, string expected)
    {
        var written = Encoding.Latin1.GetString(PacketWriter.Write(text));
        Assert.Equal(expected, written);
        Assert.Equal([$"Packet:{text}"], Read(written, 3));
    }

    [Theory]
    [InlineData("2000000,4", true, 0x2000000, 4)]
    [InlineData("FFFFFFFF,1000", true, 0xFFFFFFFF, 0x1000)]
    [InlineData("100000000,4", false)]
    [InlineData("2000000", false)]
    [InlineData("2000000,", false)]
    [InlineData(",4", false)]
    [InlineData("2000000,4,5", false)]
    [InlineData("-1,4", false)]
    [InlineData(" 1,4", false)]
    [InlineData("0x10,4", false)]
    public void A_range_is_an_address_and_a_length(string text, bool isRange, uint address = 0, uint length = 0)
    {
        Assert.Equal(isRange, PacketFields.TryReadRange(text, out var readAddress, out var readLength));
        if (isRange)
            Assert.Equal((address, length), (readAddress, readLength));
    }

    [Fact]
    public void Values_begin_with_their_lowest_byte()
    {
        Assert.Equal("78563412", PacketFields.Write(0x12345678));
        Assert.Equal("0a000000", PacketFields.Write(10));
        Assert.Equal((uint[])[0x12345678, 10], PacketFields.ReadValues("785634120a000000")!);
        Assert.Null(PacketFields.ReadValues("7856341"));
        Assert.Null(PacketFields.ReadValues("78563412ff"));
        Assert.Null(PacketFields.ReadValues("7856341x"));
    }

    [Theory]
    [InlineData("c", "Continue")]
    [InlineData("s", "Step")]
    [InlineData("C05", "Continue")]
    [InlineData("S0b", "Step")]
    [InlineData("c8000000", "Elsewhere")]
    [InlineData("s8000000", "Elsewhere")]
    [InlineData("C05;8000000", "Elsewhere")]
    [InlineData("vCont;c", "Continue")]
    [InlineData("vCont;C05:1;c", "Continue")]
    [InlineData("vCont;s:1;c", "Step")]
    [InlineData("vCont;s:-1", "Step")]
    [InlineData("vCont;s:2;c", "Continue")]
    [InlineData("vCont;s:2", "None")]
    [InlineData("vCont;t", "None")]
    [InlineData("vCont;", "None")]
    [InlineData("vCont", "None")]
    [InlineData("vCont?", "None")]
    [InlineData("cx", "None")]
    [InlineData("", "None")]
    public void A_resume_packet_continues_or_steps(string packet, string expected) =>
        Assert.Equal(expected, $"{ResumePacket.Read(packet)}");

    [Theory]
    [InlineData("Z0,8000000,2", 0, 0x8000000, 2, "Execute", 1)]
    [InlineData("z1,8000000,4", 1, 0x8000000, 4, "Execute", 1)]
    [InlineData("Z2,2000000,4", 2, 0x2000000, 4, "Change", 4)]
    [InlineData("Z3,2000000,1", 3, 0x2000000, 1, "Read", 1)]
    [InlineData("Z4,2000000,10", 4, 0x2000000, 0x10, "Read, Write", 16)]
    public void A_breakpoint_has_a_type_an_address_and_a_kind(string packet, int type, uint address, uint kind, string on, uint length)
    {
        Assert.True(BreakpointPacket.TryRead(packet, out var read));
        Assert.Equal(new BreakpointPacket(type, address, kind), read);
        Assert.Equal((on, length), ($"{read.On}", read.Length));
    }

    [Theory]
    [InlineData("Z5,8000000,2")]
    [InlineData("Z0,8000000")]
    [InlineData("Z0,8000000,")]
    [InlineData("Z0,8000000,0")]
    [InlineData("Z0,8000000,2;X1,27")]
    [InlineData("Z08000000,2")]
    [InlineData("Z")]
    public void Anything_else_is_no_breakpoint(string packet) => Assert.False(BreakpointPacket.TryRead(packet, out _));

    private static List<string> Read(string text, int size)
    {
        var reader = new PacketReader();
        var found = new List<string>();
        foreach (var piece in Encoding.Latin1.GetBytes(text).Chunk(size))
        {
            ReadOnlySpan<byte> bytes = piece;
            while (reader.Take(ref bytes) is { } input)
            {
                found.Add($"{input.Kind}:{input.Text}");
                // The session ends here.
                if (input.Kind is GdbInputKind.Foreign or GdbInputKind.TooLong)
                    return found;
            }
        }

        return found;
    }
}
