using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Server.Security;

/// <summary>Serves requests that have a ticket.</summary>
internal static class TicketRun
{
    private const string Sentence = "The ticket in the query does not open this: it is unknown, revoked or expired, or it is for another "
        + "emulator or another purpose.";

    /// <summary>Serves a request until its ticket ends. A stream ends then as if the client had closed it.</summary>
    public static async Task RunAsync(HttpContext context, Ticket ticket, RequestDelegate next)
    {
        if (ticket.HasEnded)
        {
            await RefuseAsync(context);
            return;
        }

        var aborted = context.RequestAborted;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(aborted, ticket.Ended);
        context.RequestAborted = end.Token;
        try
        {
            await next(context);
        }
        catch (OperationCanceledException)
            when (ticket.Ended.IsCancellationRequested && !aborted.IsCancellationRequested && !context.Response.HasStarted)
        {
            context.RequestAborted = aborted;
            context.Response.ContentLength = null;
            await RefuseAsync(context);
        }
        finally
        {
            context.RequestAborted = aborted;
        }
    }

    /// <summary>Refuses a request whose ticket doesn't open what it asks for.</summary>
    public static Task RefuseAsync(HttpContext context) => Problem.WriteAsync(context, ProblemTypes.WrongTicket, Sentence);

    /// <summary>
    /// Refuses a ticket that <see cref="TicketCheck"/> left to the host of its emulator, if the request has come here, because no other
    /// host of the fleet has that emulator.
    /// </summary>
    public static Task RefuseUncheckedAsync(HttpContext context, RequestDelegate next) =>
        context.Features.Get<TicketResult>() == TicketResult.Unchecked ? RefuseAsync(context) : next(context);
}
