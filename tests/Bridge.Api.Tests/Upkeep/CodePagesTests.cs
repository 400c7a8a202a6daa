using System.Globalization;
using System.Runtime.InteropServices;
using Bridge.Api.Hosting;

namespace Bridge.Api.Tests.Upkeep;

/// <summary>The pages of the program's own code.</summary>
public class CodePagesTests
{
    [Theory]
    [InlineData("00404000-013db000 r-xp 00004000 fe:00 12133949                           /usr/bin/bridge", "/usr/bin/bridge")]
    [InlineData("404000-13db000 r-xp 00000000 00:1b 7 /home/a user/my bridge", "/home/a user/my bridge")]
    public void Code_of_the_program_has_a_range(string mapping, string program)
    {
        Assert.Equal(((nuint)0x404000, (nuint)0x13db000), CodePages.RangeOf(mapping, program));
    }

    [Theory]
    [InlineData("0205a000-02dd1000 rw-p 01c59000 fe:00 12133949                           /usr/bin/bridge")]
    [InlineData("01a3c000-01a3d000 r--p 0163c000 fe:00 12133949                           /usr/bin/bridge")]
    [InlineData("7f5ca5600000-7f5ca5756000 r-xp 00026000 fe:00 3962                       /usr/lib/libc.so.6")]
    [InlineData("00404000-013db000 r-xp 00004000 fe:00 12133949                           /usr/bin/bridge (deleted)")]
    [InlineData("00404000-013db000 r-xp 00004000 fe:00 12133949                           /usr/bin/bridge-other")]
    [InlineData("7f5ca4e00000-7f5ca4e21000 r-xp 00000000 00:00 0 ")]
    [InlineData("")]
    public void Other_mappings_have_none(string mapping)
    {
        Assert.Null(CodePages.RangeOf(mapping, "/usr/bin/bridge"));
    }

    [Fact]
    public void Released_code_is_not_resident_until_it_is_used_again()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("Only Linux has /proc/self/smaps.");
        Marshal.ReadByte(ReadCode().Start);
        Assert.NotEqual(0, ReadCode().Resident);

        CodePages.Release();

        Assert.Equal(0, ReadCode().Resident);
    }

    // The test program's code: it runs only at its start, because everything else is in libraries.
    private static (nint Start, long Resident) ReadCode()
    {
        var (lines, program) = (File.ReadAllLines("/proc/self/smaps"), Environment.ProcessPath!);
        var at = Array.FindIndex(lines, line => CodePages.RangeOf(line, program) is not null);
        var resident = lines.Skip(at).First(line => line.StartsWith("Rss:", StringComparison.Ordinal));
        return ((nint)CodePages.RangeOf(lines[at], program)!.Value.Start, long.Parse(resident[4..^2], CultureInfo.InvariantCulture));
    }
}
