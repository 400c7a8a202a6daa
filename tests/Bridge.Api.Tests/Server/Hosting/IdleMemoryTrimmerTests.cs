using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Limits;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Server.Hosting;

public sealed class IdleMemoryTrimmerTests : IDisposable
{
    private const long Min = IdleMemoryTrimmer.MinBytes, Idle = IdleMemoryTrimmer.MaxIdleBytes;

    private readonly IdleMemoryTrimmer _trimmer = new(new BufferBudget(), TimeProvider.System,
        new WorkGuard(TimeProvider.System, NullLogger<WorkGuard>.Instance), NullLogger<IdleMemoryTrimmer>.Instance);

    private long _allocated;

    public void Dispose() => _trimmer.Dispose();

    // The bytes that are allocated before each look, and the looks at which a collection is due, counted from 0.
    [Theory]
    [InlineData(new[] { Min, Idle, Idle }, new[] { 1 })]
    [InlineData(new[] { Min, Idle + 1, Idle }, new[] { 2 })]
    [InlineData(new[] { Min - Idle - 1, Idle, 1 }, new[] { 2 })]
    [InlineData(new[] { Min - Idle - 1, Idle, 0 }, new int[0])]
    [InlineData(new[] { Min, 0, Min, 0 }, new[] { 1, 3 })]
    public void A_collection_is_due_once_little_is_allocated_after_much(long[] bytes, int[] due) =>
        Assert.Equal(due, Enumerable.Range(0, bytes.Length).Where(look => _trimmer.IsDue(_allocated += bytes[look], freed: 0)));

    [Fact]
    public void A_collection_is_due_in_the_middle_of_work_if_long_requests_are_gone()
    {
        Assert.False(_trimmer.IsDue(_allocated += Min, Min - 1));
        Assert.True(_trimmer.IsDue(_allocated += Min, Min));
        Assert.False(_trimmer.IsDue(_allocated, freed: 0));
    }
}
