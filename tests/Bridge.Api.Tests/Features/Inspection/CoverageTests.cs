using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Inspection;

namespace Bridge.Api.Tests.Features.Inspection;

/// <summary>Ranges of code that ran: how they are read, and what is left of them without others.</summary>
public sealed class CoverageTests
{
    [Theory]
    [InlineData("b10-19 b30-39", "", "b10-19 b30-39")]
    [InlineData("b10-19 b30-39", "b0-5 b20-29 b40-90", "b10-19 b30-39")]
    [InlineData("b10-19 b30-39", "b0-99", "")]
    [InlineData("b10-19 b30-39", "b12-13 b15-32 b39-50", "b10-11 b14-14 b33-38")]
    [InlineData("r10-19 b10-19", "b0-14 r15-90", "r10-14 b15-19")]
    public void Ranges_without_others(string ranges, string others, string left) =>
        Assert.Equal(left, string.Join(' ', CodePlaces.Except(Read(ranges), Read(others)).Select(
            range => $"{(range.IsOfBanks ? 'r' : 'b')}{range.First}-{range.Last}")));

    [Fact]
    public void Many_ranges_take_no_longer_than_their_number()
    {
        var ranges = Enumerable.Range(0, 65_536).Select(i => new CodePlaces(IsOfBanks: false, i * 10L, (i * 10L) + 4)).ToArray();
        var others = ranges.Select(range => range with { First = range.First + 2, Last = range.Last + 2 }).ToArray();
        Assert.Equal(ranges.Select(range => range with { Last = range.First + 1 }), CodePlaces.Except(ranges, others));
    }

    [Theory]
    [InlineData("range bus 5 4")]
    [InlineData("range bus 0 9\nrange bus 9 20")]
    [InlineData("range bus 10 19\nrange bus 0 5")]
    [InlineData("range rom 0 4294967295")]
    [InlineData("range bus 0 4294967296")]
    public void Ranges_that_the_program_never_writes_are_refused(string lines) =>
        Assert.Throws<RequestException>(() => InspectionReader.ReadCoverage([.. $"{lines}\ninstructions 1 1".Split('\n').Select(Words)]));

    [Fact]
    public void More_ranges_than_the_program_writes_are_refused()
    {
        var lines = Enumerable.Range(0, 65_536).Select(i => Words($"range bus {i * 4} {(i * 4) + 1}")).ToList();
        lines.Add(Words("instructions 9 65537"));
        Assert.Equal((65_536, 9L, 1L), Count(lines));
        lines.Insert(65_536, Words("range bus 4000000 4000001"));
        Assert.Throws<RequestException>(() => Count(lines));
    }

    private static (int Ranges, long Instructions, long More) Count(IReadOnlyList<string[]> lines)
    {
        var (ranges, instructions, more) = InspectionReader.ReadCoverage(lines);
        return (ranges.Count, instructions, more);
    }

    // b: on the bus; r: in the ROM of a Game Boy.
    private static CodePlaces[] Read(string ranges) => [.. ranges.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(range =>
    {
        var ends = range[1..].Split('-').Select(end => long.Parse(end, CultureInfo.InvariantCulture)).ToArray();
        return new CodePlaces(range[0] == 'r', ends[0], ends[1]);
    })];

    private static string[] Words(string line) => line.Split(' ');
}
