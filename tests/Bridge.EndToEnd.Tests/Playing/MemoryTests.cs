using System.Globalization;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Values on the bus and in domains of a real game.</summary>
public sealed class MemoryTests(RunningGame game) : IClassFixture<RunningGame>
{
    private static readonly (string Type, int Width, long Least, long Most)[] Types =
    [
        ("u8", 1, 0, byte.MaxValue), ("i8", 1, sbyte.MinValue, sbyte.MaxValue), ("u16", 2, 0, ushort.MaxValue),
        ("i16", 2, short.MinValue, short.MaxValue), ("u32", 4, 0, uint.MaxValue), ("i32", 4, int.MinValue, int.MaxValue),
    ];

    private static string Hex(long address) => string.Create(CultureInfo.InvariantCulture, $"0x{address:X8}");

    // The ROM uses the beginnings of wram and iwram itself, and the end of iwram for its stacks, so the tests leave them out.
    [Theory]
    [InlineData("wram", 0x02000000, 0x204, 0x40000)]
    [InlineData("iwram", 0x03000000, 0x10, 0x7E00)]
    [InlineData("palette", 0x05000000, 0, 0x400)]
    [InlineData("vram", 0x06000000, 0, 0x18000)]
    [InlineData("oam", 0x07000000, 0, 0x400)]
    public async Task A_value_of_each_type_is_kept_at_both_ends_by_bus_and_by_domain(string domain, long start, int first, int end)
    {
        foreach (var (type, width, min, max) in Types)
        {
            foreach (var offset in new[] { first, first + 1, end - width - 1, end - width })
            {
                await game.WriteAsync(Hex(start + offset), max, type);
                Assert.Equal((type, offset, max), (type, offset, await game.ReadAsync($"{offset}", type, domain)));
                await game.WriteAsync($"{offset}", min, type, domain);
                Assert.Equal((type, offset, min), (type, offset, await game.ReadAsync(Hex(start + offset), type)));
            }
        }
    }

    [Fact]
    public async Task An_unaligned_write_leaves_its_neighbors_alone()
    {
        foreach (var start in new long[] { 0x02000400, 0x03001000, 0x05000300, 0x06014000, 0x07000300 })
        {
            await game.WriteAsync(Hex(start), 0x11111111, "u32");
            await game.WriteAsync(Hex(start + 4), 0x22222222, "u32");
            await game.WriteAsync(Hex(start + 3), 0xABCD, "u16");
            Assert.Equal((start, 0xCD111111, 0x222222AB),
                (start, await game.ReadAsync(Hex(start), "u32"), await game.ReadAsync(Hex(start + 4), "u32")));
            await game.WriteAsync(Hex(start + 1), 0x7F, "u8");
            Assert.Equal((start, 0xCD117F11), (start, await game.ReadAsync(Hex(start), "u32")));
        }
    }

    [Theory]
    [InlineData("0x02000300", "0x02FC0300")]
    [InlineData("0x02000300", "0x02040300")]
    [InlineData("0x03007000", "0x03FFF000")]
    [InlineData("0x05000200", "0x05000600")]
    [InlineData("0x06010000", "0x06018000")]
    [InlineData("0x07000200", "0x07FFFE00")]
    public async Task A_mirror_shows_what_it_mirrors(string original, string mirror)
    {
        await game.WriteAsync(original, 0xBEEF);
        Assert.Equal(0xBEEF, await game.ReadAsync(mirror));
        await game.WriteAsync(mirror, 0x1234);
        Assert.Equal(0x1234, await game.ReadAsync(original));
    }

    [Fact]
    public async Task IO_registers_are_read_and_written()
    {
        // No button is down; the ROM shows background 2 in video mode 4; WININ is not in use.
        Assert.Equal(0x3FF, await game.ReadAsync("0x04000130"));
        Assert.Equal(0x3FF, await game.ReadAsync("0x130", "u16", "io"));
        Assert.Equal(0x0404, await game.ReadAsync("0x04000000"));
        await game.WriteAsync("0x04000048", 0x1F2E);
        Assert.Equal(0x1F2E, await game.ReadAsync("0x48", "u16", "io"));
        await game.WriteAsync("0x48", 0x0102, "u16", "io");
        Assert.Equal(0x0102, await game.ReadAsync("0x04000048"));
        Assert.InRange(await game.ReadAsync("0x040003FF", "u8"), 0, 255);
    }

    [Fact]
    public async Task ROM_is_read_to_its_end_and_patched_by_domain_only()
    {
        var rom = await File.ReadAllBytesAsync(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"));
        Assert.Equal(BitConverter.ToUInt32(rom), await game.ReadAsync("0x08000000", "u32"));
        Assert.Equal(BitConverter.ToUInt32(rom, rom.Length - 4), await game.ReadAsync("0x08000FFC", "u32"));
        Assert.Equal(rom[^1], await game.ReadAsync("0x0A000FFF", "u8"));
        using var refused = await game.Client.AskAsync("PUT", "/emulators/default/memory/0x08000FFC", """{"value": 1}""");
        Assert.Equal(400, (int)refused.StatusCode);
        Assert.Contains("#read-only-memory", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        await game.WriteAsync("0xFFC", 0xCAFE, "u16", "cart0");
        Assert.Equal(0xCAFE, await game.ReadAsync("0x08000FFC"));
    }

    [Fact]
    public async Task The_domains_are_listed_with_their_sizes()
    {
        var domains = (await game.Client.GetJsonAsync("/emulators/default/memory")).GetProperty("domains").EnumerateArray()
            .ToDictionary(domain => domain.GetProperty("name").GetString()!,
                domain => (domain.GetProperty("base").GetString(), domain.GetProperty("size").GetInt64()));
        Assert.Equal(("0x02000000", 0x40000), domains["wram"]);
        Assert.Equal(("0x03000000", 0x8000), domains["iwram"]);
        Assert.Equal(("0x06000000", 0x18000), domains["vram"]);
        Assert.Equal(("0x08000000", 4096), domains["cart0"]);
    }
}
