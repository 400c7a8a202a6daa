using Bridge.Api.Hosting;

namespace Bridge.Api.Tests.Upkeep;

public sealed class UnneededBuffersTests
{
    private const long Min = UnneededBuffers.MinBytes;

    [Theory]
    [InlineData(new[] { Min, Min, 0 }, new[] { 1 })]
    [InlineData(new[] { Min - 1, Min - 1 }, new int[0])]
    [InlineData(new[] { Min - 1, Min, Min }, new[] { 2 })]
    [InlineData(new[] { Min, Min + 1, Min + 2, Min + 2 }, new[] { 3 })]
    [InlineData(new[] { 2 * Min, Min, Min }, new[] { 2 })]
    [InlineData(new[] { Min, Min, 0, Min, Min }, new[] { 1, 4 })]
    public void A_collection_is_due_once_enough_is_free_and_as_much_as_before(long[] bytes, int[] due)
    {
        var unneeded = new UnneededBuffers();

        Assert.Equal(due, Enumerable.Range(0, bytes.Length).Where(look => unneeded.AreDue(bytes[look])));
    }
}
