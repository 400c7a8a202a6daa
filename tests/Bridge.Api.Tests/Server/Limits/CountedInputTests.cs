using Bridge.Api.Server.Limits;
using Microsoft.AspNetCore.Http;

namespace Bridge.Api.Tests.Server.Limits;

public sealed class CountedInputTests
{
    private const string Start = "GET /?x=";

    // More than the free bytes, and less than half of the longest head.
    private const int Long = 100_000;

    private readonly BufferBudget _budget = new();

    [Fact]
    public async Task A_head_of_up_to_40_KiB_is_free()
    {
        using var others = new BufferBudget.Share(_budget, freeBytes: 0, isUntrusted: false);
        Assert.True(others.TryHold(BufferBudget.MaxBytes));
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync(Start, RequestBuffers.FreeHeadBytes - Start.Length);

        Assert.Equal(RequestBuffers.FreeHeadBytes, await connection.ReadUnfinishedAsync());
    }

    [Fact]
    public async Task A_connection_that_finds_no_room_is_closed_and_holds_no_memory()
    {
        using var others = new BufferBudget.Share(_budget, freeBytes: 0, isUntrusted: false);
        Assert.True(others.TryHold(BufferBudget.MaxBytes));
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync(Start, Long);

        Assert.Equal(503, (await Assert.ThrowsAsync<BadHttpRequestException>(connection.ReadUnfinishedAsync)).StatusCode);

        Assert.False(connection.Counted.TryRead(out _));
    }

    [Fact]
    public async Task A_longer_head_takes_the_room_of_the_longest_at_once()
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync(Start, Long);
        await connection.ReadUnfinishedAsync();
        using var others = new BufferBudget.Share(_budget, freeBytes: 0, isUntrusted: false);

        Assert.False(others.TryHold(BufferBudget.MaxBytes - RequestBuffers.HeadBytes + 1));
        Assert.True(others.TryHold(BufferBudget.MaxBytes - RequestBuffers.HeadBytes));

        await connection.ReceiveAsync("", Long);
        Assert.Equal((2 * Long) + Start.Length, await connection.ReadUnfinishedAsync());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_room_is_free_again_when_the_connection_has_ended(bool isWhole)
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync(Start, Long);
        await connection.ReadUnfinishedAsync();
        if (isWhole)
        {
            await connection.ReceiveAsync("\n");
            connection.Counted.AdvanceTo((await connection.Counted.ReadAsync(TestContext.Current.CancellationToken)).Buffer.End);
        }

        using var others = new BufferBudget.Share(_budget, freeBytes: 0, isUntrusted: false);
        Assert.False(others.TryHold(BufferBudget.MaxBytes));

        connection.Close();

        await Eventually.HoldsAsync(() => others.TryHold(BufferBudget.MaxBytes));
    }

    [Fact]
    public async Task A_body_after_a_long_line_is_not_buffered()
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync(Start, Long);
        await connection.ReadUnfinishedAsync();
        await connection.ReceiveAsync("\n");
        connection.Counted.AdvanceTo((await connection.Counted.ReadAsync(TestContext.Current.CancellationToken)).Buffer.End);

        await connection.ReceiveAsync("body");

        Assert.Equal(4, await connection.ReadUnfinishedAsync());
    }

    [Fact]
    public async Task If_tokens_are_required_a_connection_without_one_has_less_room()
    {
        using var strangers = new BufferBudget.Share(_budget, freeBytes: 0, isUntrusted: true);
        Assert.True(strangers.TryHold(BufferBudget.MaxUntrustedBytes));
        foreach (var hasToken in (bool[])[false, true])
        {
            await using var connection = new CountedConnection(_budget, tokens: true);
            if (hasToken)
                connection.Counted.Trust();
            await connection.ReceiveAsync(Start, Long);
            if (hasToken)
                await connection.ReadUnfinishedAsync();
            else
                await Assert.ThrowsAsync<BadHttpRequestException>(connection.ReadUnfinishedAsync);
        }
    }
}
