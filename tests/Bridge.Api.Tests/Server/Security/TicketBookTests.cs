using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Server.Security;

public sealed class TicketBookTests : IAsyncDisposable
{
    private static readonly TicketPurpose Screen = TicketPurpose.All[0];
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    private readonly FakeTime _time = new();
    private readonly EmulatorClient _emulator;
    private readonly TicketBook _book;

    public TicketBookTests()
    {
        _emulator = new EmulatorClient("default", new EmulatorOptions { Port = 1 }, _time, NullLogger.Instance);
        _book = new TicketBook(new TokenShares(), _time);
    }

    public async ValueTask DisposeAsync()
    {
        _book.Dispose();
        await _emulator.DisposeAsync();
    }

    [Fact]
    public void A_ticket_is_found_until_it_expires()
    {
        var (ticket, secret) = _book.Add(_emulator, Screen, Hour, token: null);
        // 32 random bytes in base64url.
        Assert.Equal(43, secret.Length);
        _time.Advance(Hour - TimeSpan.FromTicks(1));
        Assert.Equal(ticket, _book.Find("default", Screen, secret));
        Assert.False(ticket.Ended.IsCancellationRequested);
        _time.Advance(TimeSpan.FromTicks(1));
        Assert.Null(_book.Find("default", Screen, secret));
        Assert.True(ticket.Ended.IsCancellationRequested);
        Assert.Empty(_book.List("default", token: null));
    }

    [Fact]
    public void An_emulator_has_at_most_256_tickets()
    {
        for (var i = 0; i < TicketBook.MaxTickets; i++)
            _book.Add(_emulator, Screen, Hour, token: null);
        var refused = Assert.Throws<RequestException>(() => _book.Add(_emulator, Screen, Hour, token: null));
        Assert.Equal(ProblemTypes.Overloaded, refused.Type);
        _time.Advance(Hour);
        _book.Add(_emulator, Screen, Hour, token: null);
    }

    [Fact]
    public void Tickets_end_with_their_emulator()
    {
        var (ticket, secret) = _book.Add(_emulator, Screen, Hour, token: null);
        _book.RemoveAll(_emulator);
        Assert.True(ticket.Ended.IsCancellationRequested);
        Assert.Null(_book.Find("default", Screen, secret));
    }

    [Fact]
    public async Task A_request_is_cancelled_when_its_ticket_expires()
    {
        var (ticket, _) = _book.Add(_emulator, Screen, Hour, token: null);
        var context = new DefaultHttpContext();
        var before = context.RequestAborted;
        var hasStarted = new TaskCompletionSource();
        var run = TicketRun.RunAsync(context, ticket, async running =>
        {
            hasStarted.SetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, _time, running.RequestAborted);
        });
        await hasStarted.Task;
        Assert.False(run.IsCompleted);
        _time.Advance(Hour);
        await run.WaitAsync(Eventually.Patience);
        Assert.Equal((403, before), (context.Response.StatusCode, context.RequestAborted));

        // A request after the end of its ticket does not run.
        await TicketRun.RunAsync(context, ticket, _ => throw new InvalidOperationException("It has ended."));
    }
}
