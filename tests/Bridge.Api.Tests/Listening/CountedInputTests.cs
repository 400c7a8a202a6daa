using Bridge.Api.Http;
using Microsoft.AspNetCore.Http;

namespace Bridge.Api.Tests.Listening;

public sealed class CountedInputTests
{
    // More than the free bytes, and less than one step beyond them.
    private const int Long = 100_000;

    private readonly BufferBudget _budget = new();

    [Theory]
    [InlineData("GET /long?x=", true)]
    [InlineData("POST /LONG?x=", true)]
    [InlineData("GET /long HTTP/1.1", true)]
    [InlineData("GET /short?x=", false)]
    [InlineData("GET /longer?x=", false)]
    [InlineData("GET /lon", false)]
    [InlineData("GET http://localhost/long?x=", false)]
    [InlineData("GET /", false)]
    [InlineData("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", false)]
    [InlineData("x: ", true)]
    public async Task Only_some_paths_and_header_lines_may_be_long(string start, bool mayBeLong)
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync(start, Long);

        if (mayBeLong)
            Assert.Equal(start.Length + Long, await connection.ReadUnfinishedAsync());
        else
            Assert.Equal(414, (await Assert.ThrowsAsync<BadHttpRequestException>(connection.ReadUnfinishedAsync)).StatusCode);
    }

    [Fact]
    public async Task A_head_of_up_to_30_KB_may_have_any_path()
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync("GET /short?x=", 30_000);

        Assert.Equal(30_013, await connection.ReadUnfinishedAsync());
    }

    [Fact]
    public async Task The_rest_of_a_long_line_is_read_at_once()
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync("GET /long?x=", Long);
        await connection.ReadUnfinishedAsync();

        var rest = connection.ReadUnfinishedAsync();
        for (var i = 0; i < 10; i++)
            await connection.ReceiveAsync("", Long);
        Assert.False(rest.IsCompleted);
        await connection.ReceiveAsync(" HTTP/1.1\r\n");

        Assert.Equal((11 * Long) + 23, await rest);
    }

    [Fact]
    public async Task A_connection_that_finds_no_room_is_closed_and_holds_no_memory()
    {
        using var others = new BufferBudget.Share(_budget, 0, 1, isUntrusted: false);
        Assert.True(others.TryHold(BufferBudget.MaxBytes));
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync("GET /long?x=", Long);

        Assert.Equal(503, (await Assert.ThrowsAsync<BadHttpRequestException>(connection.ReadUnfinishedAsync)).StatusCode);

        Assert.False(connection.Counted.TryRead(out _));
    }

    [Fact]
    public async Task A_connection_that_outgrows_the_room_is_closed_and_holds_no_memory()
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync("GET /long?x=", Long);
        await connection.ReadUnfinishedAsync();
        using var others = new BufferBudget.Share(_budget, 0, 256 * 1024, isUntrusted: false);
        Assert.True(others.TryHold(BufferBudget.MaxBytes - (256 * 1024)));

        await connection.ReceiveAsync("", 10 * Long);

        Assert.Equal(503, (await Assert.ThrowsAsync<BadHttpRequestException>(connection.ReadUnfinishedAsync)).StatusCode);
        Assert.False(connection.Counted.TryRead(out _));
        Assert.True(others.TryHold(BufferBudget.MaxBytes));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_room_is_free_again_when_the_connection_has_ended(bool isWhole)
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync("GET /long?x=", Long);
        await connection.ReadUnfinishedAsync();
        if (isWhole)
        {
            await connection.ReceiveAsync("\n");
            connection.Counted.AdvanceTo((await connection.Counted.ReadAsync(TestContext.Current.CancellationToken)).Buffer.End);
        }

        using var others = new BufferBudget.Share(_budget, 0, 1, isUntrusted: false);
        Assert.False(others.TryHold(BufferBudget.MaxBytes));

        connection.Close();

        await Eventually.HoldsAsync(() => others.TryHold(BufferBudget.MaxBytes));
    }

    [Fact]
    public async Task A_body_after_a_long_line_is_not_buffered()
    {
        await using var connection = new CountedConnection(_budget);
        await connection.ReceiveAsync("GET /long?x=", Long);
        await connection.ReadUnfinishedAsync();
        await connection.ReceiveAsync("\n");
        connection.Counted.AdvanceTo((await connection.Counted.ReadAsync(TestContext.Current.CancellationToken)).Buffer.End);

        await connection.ReceiveAsync("body");

        Assert.Equal(4, await connection.ReadUnfinishedAsync());
    }

    [Fact]
    public async Task If_tokens_are_required_a_connection_without_one_has_less_room()
    {
        using var strangers = new BufferBudget.Share(_budget, 0, 1, isUntrusted: true);
        Assert.True(strangers.TryHold(BufferBudget.MaxUntrustedBytes));
        foreach (var (hasToken, isTaken) in ((bool, bool)[])[(false, false), (true, true)])
        {
            await using var connection = new CountedConnection(_budget, tokens: true);
            if (hasToken)
                connection.Counted.Trust();
            await connection.ReceiveAsync("GET /long?x=", Long);
            if (isTaken)
                await connection.ReadUnfinishedAsync();
            else
                await Assert.ThrowsAsync<BadHttpRequestException>(connection.ReadUnfinishedAsync);
        }
    }
}
