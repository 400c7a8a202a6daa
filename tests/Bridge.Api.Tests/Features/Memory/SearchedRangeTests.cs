using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;

namespace Bridge.Api.Tests.Features.Memory;

public sealed class SearchedRangeTests
{
    private static readonly string[] Types = ["u8", "u16", "u32", "i8", "i16", "i32"];
    private static readonly string[] Comparisons =
        ["eq", "ne", "lt", "le", "gt", "ge", "changed", "unchanged", "increased", "decreased", "any"];

    private static Comparison Named(string name) => Comparison.Find(name)!;

    private static void Keep(SearchedRange range, byte[] memory, string comparison, long value = 0)
    {
        var (offset, length) = range.Needed;
        range.Filter(memory.AsSpan(offset, length), Named(comparison), value);
    }

    private static bool Holds(string comparison, long now, long before, long value) => comparison switch
    {
        "eq" => now == value,
        "ne" => now != value,
        "lt" => now < value,
        "le" => now <= value,
        "gt" => now > value,
        "ge" => now >= value,
        "changed" => now != before,
        "unchanged" => now == before,
        "increased" => now > before,
        "decreased" => now < before,
        _ => true,
    };

    // A naive model: it compares each place on its own, byte by byte.
    private static long Number(byte[] memory, int at, MemoryType type)
    {
        var bits = 0u;
        for (var i = type.Width - 1; i >= 0; i--)
            bits = (bits << 8) | memory[at + i];
        return type.FromWire(bits);
    }

    // Few distinct bytes, so that equal, changed and unchanged values are all frequent.
    private static void Scribble(Random random, byte[] memory, double share)
    {
        byte[] bytes = [0, 1, 2, 0x7F, 0x80, 0xFF];
        for (var i = 0; i < memory.Length; i++)
        {
            if (random.NextDouble() < share)
                memory[i] = bytes[random.Next(bytes.Length)];
        }
    }

    [Theory]
    [InlineData("u8")]
    [InlineData("u16")]
    [InlineData("u32")]
    [InlineData("i8")]
    [InlineData("i16")]
    [InlineData("i32")]
    public void A_search_finds_the_same_places_as_a_naive_model(string typeName)
    {
        var type = MemoryType.Parse(typeName);
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var start = 0x02000000u + (uint)random.Next(8);
            var memory = new byte[type.Width + random.Next(seed % 3 == 0 ? 6 : 600)];
            var aligned = random.Next(2) == 0;
            var range = new SearchedRange(start, memory.Length, type, aligned);
            var model = Enumerable.Range(0, memory.Length - type.Width + 1)
                .Where(at => !aligned || (start + at) % type.Width == 0).ToList();
            var before = new byte[memory.Length];
            Scribble(random, memory, 1);
            for (var step = 0; step < 5; step++)
            {
                var comparison = Comparisons[step == 0 ? Comparisons.Length - 1 : random.Next(Comparisons.Length)];
                var value = Number(memory, random.Next(memory.Length - type.Width + 1), type);
                Keep(range, memory, comparison, value);
                model.RemoveAll(at => !Holds(comparison, Number(memory, at, type), Number(before, at, type), value));
                var place = $"seed {seed}, step {step}: {comparison} {value}";
                Assert.True(model.Count == range.Count, $"{place}: {range.Count} instead of {model.Count}");
                var expected = model.Select(at => (start + (uint)at, Number(memory, at, type), step == 0 ? 0 : Number(before, at, type)));
                Assert.True(expected.SequenceEqual(range.First(int.MaxValue)), place);
                Assert.True(range.First(3).SequenceEqual(range.First(int.MaxValue).Take(3)), place);
                memory.CopyTo(before, 0);
                Scribble(random, memory, 0.3);
            }
        }
    }

    [Fact]
    public void Only_the_ranges_of_candidates_are_read_again()
    {
        var memory = new byte[1000];
        var range = new SearchedRange(0x02000000, memory.Length, MemoryType.Parse("u16"), aligned: false);
        Assert.Equal((0, 1000), range.Needed);
        (memory[301], memory[700]) = (7, 7);
        Keep(range, memory, "eq", 7);
        Assert.Equal((301, 401), range.Needed);
        (memory[301], memory[700]) = (8, 7);
        Keep(range, memory, "increased");
        Assert.Equal((1, (301, 2)), (range.Count, range.Needed));
        Assert.Equal([(0x0200012Du, 8L, 7L)], range.First(10));
        Keep(range, memory, "eq", 0);
        Assert.Equal((0, (0, 1)), (range.Count, range.Needed));
        Keep(range, memory, "any");
        Assert.Equal((0, 0), (range.Count, range.First(10).Count));
    }

    [Theory]
    [InlineData("u8", 0, 5, false, 5)]
    [InlineData("u16", 0, 2, true, 1)]
    [InlineData("u16", 1, 2, true, 0)]
    [InlineData("u16", 1, 2, false, 1)]
    [InlineData("u32", 1, 7, true, 1)]
    [InlineData("u32", 1, 6, true, 0)]
    [InlineData("u32", 3, 6, false, 3)]
    [InlineData("i32", 0, 1_048_576, true, 262_144)]
    [InlineData("i32", 0, 1_048_576, false, 1_048_573)]
    public void A_range_contains_the_places_that_fit(string type, uint start, int length, bool aligned, int places) =>
        Assert.Equal(places, new SearchedRange(start, length, MemoryType.Parse(type), aligned).Count);

    [Fact]
    public void Signed_values_are_compared_by_sign()
    {
        var memory = new byte[] { 0xFF, 0xFF, 0x00, 0x80, 0xFF, 0x7F, 0x00, 0x00 };
        foreach (var (type, min) in new[] { ("u16", 0L), ("i16", -32768L) })
        {
            var range = new SearchedRange(0, memory.Length, MemoryType.Parse(type), aligned: true);
            Keep(range, memory, "le", min);
            Assert.Equal((type, min), (type, Assert.Single(range.First(9)).Value));
        }
    }

    [Fact]
    public void Comparison_names_are_case_insensitive()
    {
        Assert.All(Comparisons, name => Assert.Equal(name, Comparison.Find(name.ToUpperInvariant())!.Name));
        Assert.Null(Comparison.Find("equal"));
        Assert.Equal(Types, MemoryType.Names.Split(", "));
    }
}
