using Bridge.Api.Hosting;

namespace Bridge.Api.Tests.Upkeep;

public sealed class DroppedBlocksTests
{
    private const long Min = DroppedBlocks.MinBytes;

    [Theory]
    [InlineData(new[] { Min, 0, 0 }, new[] { 1 })]
    [InlineData(new[] { Min - 1, 0, 0 }, new int[0])]
    [InlineData(new[] { Min - 1, 1, 0 }, new[] { 2 })]
    [InlineData(new[] { Min - 1, 0, 1, 0 }, new[] { 3 })]
    [InlineData(new[] { Min, Min, 1, 0, 0 }, new[] { 3 })]
    [InlineData(new[] { Min, 0, Min, 0 }, new[] { 1, 3 })]
    public void A_collection_is_due_once_enough_blocks_were_dropped_and_none_is_dropped_any_more(long[] bytes, int[] due)
    {
        var dropped = new DroppedBlocks();

        Assert.Equal(due, Enumerable.Range(0, bytes.Length).Where(look => dropped.AreDue(bytes[look])));
    }
}
