using Bridge.Doors.Gdb.Packets;

namespace Bridge.Doors.Gdb.Target;

/// <summary>What a debugger asks about the console: its registers and its memory, as XML (GDB's manual, "Target Descriptions").</summary>
internal static class TargetDescription
{
    private const string Registers =
        """
        <?xml version="1.0"?>
        <!DOCTYPE target SYSTEM "gdb-target.dtd">
        <target version="1.0">
        <architecture>armv4t</architecture>
        <feature name="org.gnu.gdb.arm.core">
        <reg name="r0" bitsize="32"/>
        <reg name="r1" bitsize="32"/>
        <reg name="r2" bitsize="32"/>
        <reg name="r3" bitsize="32"/>
        <reg name="r4" bitsize="32"/>
        <reg name="r5" bitsize="32"/>
        <reg name="r6" bitsize="32"/>
        <reg name="r7" bitsize="32"/>
        <reg name="r8" bitsize="32"/>
        <reg name="r9" bitsize="32"/>
        <reg name="r10" bitsize="32"/>
        <reg name="r11" bitsize="32"/>
        <reg name="r12" bitsize="32"/>
        <reg name="sp" bitsize="32" type="data_ptr"/>
        <reg name="lr" bitsize="32"/>
        <reg name="pc" bitsize="32" type="code_ptr"/>
        <reg name="cpsr" bitsize="32"/>
        </feature>
        </target>
        """;

    // GBATEK, "GBA Memory Map", with mirrors. GDB uses hardware breakpoints in memory of type rom without being asked.
    private const string Memory =
        """
        <?xml version="1.0"?>
        <!DOCTYPE memory-map PUBLIC "+//IDN gnu.org//DTD GDB Memory Map V1.0//EN" "http://sourceware.org/gdb/gdb-memory-map.dtd">
        <memory-map>
        <memory type="rom" start="0x00000000" length="0x4000"/>
        <memory type="ram" start="0x02000000" length="0x6000000"/>
        <memory type="rom" start="0x08000000" length="0x6000000"/>
        <memory type="ram" start="0x0e000000" length="0x2000000"/>
        </memory-map>
        """;

    /// <summary>
    /// Answers a request for a part of a document: <c>features:read:target.xml:OFFSET,LENGTH</c> or <c>memory-map:read::OFFSET,LENGTH</c>.
    /// </summary>
    /// <returns>
    /// The part, after <c>m</c>, or after <c>l</c> if it is the last one; <c>E00</c> for another name or a wrong range; an empty text for
    /// another kind of document.
    /// </returns>
    public static string Read(ReadOnlySpan<char> request)
    {
        var (document, name) = request switch
        {
            _ when request.StartsWith("features:read:") => (Registers, "features:read:target.xml:"),
            _ when request.StartsWith("memory-map:read:") => (Memory, "memory-map:read::"),
            _ => (null, ""),
        };
        if (document is null)
            return "";
        if (!request.StartsWith(name) || !PacketFields.TryReadRange(request[name.Length..], out var offset, out var length)
            || offset > document.Length)
            return "E00";
        var part = document.AsSpan((int)offset);
        // Escaped, a character takes two bytes.
        var size = (int)Math.Min(length, PacketReader.MaxBytes / 2);
        return size < part.Length ? $"m{part[..size]}" : $"l{part}";
    }
}
