namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>Sends one request after the other, and sometimes several at once, and checks each reply.</summary>
internal sealed class Caller(World world, EmulatorClient client, int number)
{
    private const int MaxAtOnce = 4;
    private const int Large = 150_000; // bytes

    private static readonly TimeSpan ShortThought = TimeSpan.FromMilliseconds(3);
    private static readonly TimeSpan LongThought = TimeSpan.FromMilliseconds(400);

    private Scheduler Scheduler => world.Scheduler;

    private RunProfile Profile => world.Profile;

    public async Task AskAsync(int requests)
    {
        while (requests > 0)
        {
            var some = Scheduler.Draw(0.2) ? Math.Min(requests, Scheduler.Chance.Next(2, MaxAtOnce + 1)) : 1;
            await AskSomeAsync(some);
            requests -= some;
            if (Scheduler.Draw(0.5))
                await Scheduler.DelayAsync(Scheduler.DrawTime(Scheduler.Draw(0.05) ? LongThought : ShortThought));
            while (client.State != EmulatorState.Running && Scheduler.Draw(0.97))
                await Scheduler.DelayAsync(Scheduler.DrawTime(LongThought));
        }
    }

    /// <summary>Sends one request.</summary>
    /// <param name="token">Cancels it.</param>
    /// <param name="kind">Null: drawn from the seed.</param>
    public async Task AskOneAsync(CancellationToken token, Kind? kind = null)
    {
        var asked = Draw(kind);
        asked.Begin(Scheduler.Now, Profile.Options.Deadline, world.FakeListener.ClosedSockets);
        Scheduler.Note($"{asked} is asked by {number}");
        var sending = SendAsync(asked, token);
        var beyond = client.Status.InFlight - (Profile.Options.Connections * Profile.Options.InFlight);
        if (beyond > 0 && beyond > world.Ledger.OpenBulkRequests)
            Scheduler.Violate("I5", $"{client.Status.InFlight} requests are in flight");
        await sending;
        if ((Invariants.CheckEnd(asked, Scheduler.Now) ?? CheckCalm(asked)) is { } wrong)
            Scheduler.Violate(wrong[..2], wrong[4..]); // "I3: text"
    }

    // They are cancelled together, including those that have ended by then.
    private async Task AskSomeAsync(int count)
    {
        using var patience = new CancellationTokenSource();
        var isOver = false;
        if (Profile.CancelsOneIn > 0 && Scheduler.Chance.Next(Profile.CancelsOneIn) == 0)
            Scheduler.After(Scheduler.DrawTime(Scheduler.Draw(0.7) ? ShortThought * 10 : Profile.Options.Deadline * 1.5), () =>
            {
                if (!isOver)
                    Scheduler.Undisturbed(patience.Cancel);
            });
        var asked = new Task[count];
        for (var i = 0; i < count; i++)
            asked[i] = AskOneAsync(patience.Token);
        await Task.WhenAll(asked);
        isOver = true;
    }

    private async Task SendAsync(TrackedRequest asked, CancellationToken token)
    {
        try
        {
            using var reply = await client.SendAsync(asked.ToRequest(), token);
            asked.End("answered");
            if (!asked.IsAnsweredBy(reply))
                Scheduler.Violate("I1", $"{asked} got another's reply, or a part of it");
        }
        catch (EmulatorException exception)
        {
            asked.End(exception.Failure.ToString(), exception.Message);
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            asked.End("gave-up");
        }
    }

    private TrackedRequest Draw(Kind? wanted)
    {
        var chance = Scheduler.Chance;
        var kind = wanted ?? Enum.GetValues<Kind>()[chance.Next(Enum.GetValues<Kind>().Length)];
        var isLarge = wanted is null && Profile.LargeOneIn > 0 && chance.Next(Profile.LargeOneIn) == 0;
        var size = kind is Kind.Press or Kind.Wait ? chance.Next(1, 8) : chance.Next(isLarge ? Large : 100);
        return world.Ledger.Add(number, kind, size);
    }

    // In a calm run each request must be answered, or refused as out of range.
    private string? CheckCalm(TrackedRequest asked) => Profile.IsCalm && asked.Ending is not ("answered" or "OutOfRange")
        ? $"I3: nothing was wrong, and {asked} ended with {asked.Ending} {asked.Sentence}" : null;
}
