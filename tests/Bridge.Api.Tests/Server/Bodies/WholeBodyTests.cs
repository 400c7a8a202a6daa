using System.IO.Pipelines;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Limits;
using Bridge.Api.Tests.Server.Inline;
using Bridge.Api.Tests.Server.Limits;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Tests.Server.Bodies;

public sealed class WholeBodyTests : IAsyncDisposable
{
    private readonly BufferBudget _budget = new();
    private readonly Pipe _body = new(new PipeOptions(pauseWriterThreshold: 0, useSynchronizationContext: false));
    private readonly CountedConnection _connection;
    private readonly DefaultHttpContext _context = new();

    public WholeBodyTests()
    {
        _connection = new CountedConnection(_budget);
        _connection.Carry(_context);
        _context.Features.Set<IRequestBodyPipeFeature>(new Body(_body.Reader));
    }

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    [Fact]
    public async Task A_body_must_arrive_within_its_time_limit()
    {
        await _body.Writer.WriteAsync(new byte[10], TestContext.Current.CancellationToken);
        var whole = _context.Request.WholeBodyAsync().AsTask();
        _connection.Time.Advance(WholeBody.MaxTime - TimeSpan.FromTicks(1));
        Assert.False(whole.IsCompleted);

        _connection.Time.Advance(TimeSpan.FromTicks(1));

        Assert.Equal(ProblemTypes.TooSlow, (await Assert.ThrowsAsync<RequestException>(() => whole)).Type);
        Assert.Equal(0, _connection.Time.ArmedTimers);
    }

    [Fact]
    public async Task A_body_that_arrives_in_time_can_be_read()
    {
        var whole = _context.Request.WholeBodyAsync();
        await _body.Writer.WriteAsync(new byte[100_000], TestContext.Current.CancellationToken);
        await _body.Writer.CompleteAsync();
        await whole;

        Assert.True(_body.Reader.TryRead(out var read));
        Assert.Equal((100_000, true), (read.Buffer.Length, read.IsCompleted));
        Assert.Equal(0, _connection.Time.ArmedTimers);
    }

    // The first 4,096 bytes of a body take no room.
    [Theory]
    [InlineData(BufferBudget.MaxBytes - 1, 4097, true)]
    [InlineData(BufferBudget.MaxBytes - 1, 4098, false)]
    [InlineData(BufferBudget.MaxBytes, 4096, true)]
    [InlineData(BufferBudget.MaxBytes, 4097, false)]
    public async Task A_body_without_room_in_memory_is_refused(long others, int length, bool isTaken)
    {
        using var share = new BufferBudget.Share(_budget, freeBytes: 0, isUntrusted: false);
        Assert.True(share.TryHold(others));
        var whole = _context.Request.WholeBodyAsync().AsTask();
        await _body.Writer.WriteAsync(new byte[length], TestContext.Current.CancellationToken);
        await _body.Writer.CompleteAsync();

        if (isTaken)
            await whole;
        else
            Assert.Equal(ProblemTypes.Overloaded, (await Assert.ThrowsAsync<RequestException>(() => whole)).Type);
    }

    private sealed record Body(PipeReader Reader) : IRequestBodyPipeFeature;
}
