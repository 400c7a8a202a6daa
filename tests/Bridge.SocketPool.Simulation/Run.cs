using System.Text;
using Bridge.SocketPool.Simulation.Callers;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Simulation;

/// <summary>One run: the real client against the model emulator, both driven by one seed.</summary>
public static class Run
{
    // The slots of a connection that are left to the client's own requests.
    private const int Spare = 8;
    private const int MaxAtOnce = 128; // requests
    private const int MaxRounds = 100; // of them, until the concurrency limit must have grown

    private static readonly TimeSpan LookInterval = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(6);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Recovery = TimeSpan.FromSeconds(30);

    // Requests may miss a shorter deadline even if nothing fails.
    private static readonly TimeSpan EnoughTime = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Lets callers send requests, then ends fault injection and waits until everything is at rest. Needs a separate thread
    /// with a large stack.
    /// </summary>
    /// <param name="seed">The source of all random choices.</param>
    /// <param name="requests">The number of requests.</param>
    /// <param name="log">Receives everything that happens; the same for the same seed, byte for byte.</param>
    /// <returns>
    /// The first violation of an invariant in one line, followed by the stack of its exception if there was one; null if there was none.
    /// </returns>
    public static string? With(int seed, int requests, StringBuilder? log)
    {
        var world = new World(seed, log);
        world.Enter();
        try
        {
            Go(world, requests);
            return world.Scheduler.Violation;
        }
        catch (Exception exception)
        {
            world.Scheduler.Violate("I6", "the run can't continue", exception);
            return world.Scheduler.Violation;
        }
        finally
        {
            World.Leave();
        }
    }

    private static void Go(World world, int requests)
    {
        var scheduler = world.Scheduler;
        world.Emulator.Start();
        LookForOverdue(world);
        var client = EmulatorClient.Unchecked("model", world.Profile.Options, scheduler.Time, NullLogger.Instance, scheduler.Chance);
        if (world.Profile.IsCalm)
            Settle(world, client);
        var subscriber = new Subscriber(world, client);
        var subscribing = world.Profile.HasEvents ? subscriber.RunAsync() : Task.CompletedTask;
        var callers = Enumerable.Range(1, world.Profile.Callers).Select(number => new Caller(world, client, number)).ToList();
        var asking = Task.WhenAll(callers.Select(caller => caller.AskAsync(requests / callers.Count)));
        Expect(scheduler, () => asking.IsCompleted, Longest, "the callers come to an end");

        world.Emulator.BecomeWell();
        subscriber.Stop();
        Expect(scheduler, () => subscribing.IsCompleted, Recovery, "the subscriber comes to an end");
        // The end of a connection may be in flight.
        scheduler.RunUntil(() => false, Rest);
        Settle(world, client);
        if (world.Profile.HasEvents)
            ExpectToBeHeard(world, client, subscriber);
        AskWhenWell(world, callers[0]);
        Expect(scheduler, () => world.Emulator.IsIdle && client.Status.InFlight == 0, Recovery, "nothing is in progress any more");
        scheduler.RunUntil(() => false, Rest);
        foreach (var asked in world.Ledger.All)
        {
            if (Invariants.CheckAtLast(asked) is { } wrong)
                scheduler.Violate(wrong[..2], wrong[4..]);
        }

        var closing = client.DisposeAsync().AsTask();
        Expect(scheduler,
            () => closing.IsCompleted && world.FakeListener.OpenSockets == 0 && world.FakeListener.Links.TrueForAll(link => !link.IsOpen),
            Recovery, "all connections are closed");
        scheduler.RunUntil(() => false, Rest);
        if (scheduler.Buffers.Rented > 0)
            scheduler.Violate("I6", $"{scheduler.Buffers.Rented} buffers were not given back");
        if (scheduler.Time.ArmedTimers > 0)
            scheduler.Violate("I6", $"{scheduler.Time.ArmedTimers} timers are left");
        foreach (var task in new[] { asking, subscribing, closing })
        {
            if (task.IsFaulted)
                scheduler.Violate("I6", "a task has failed", task.Exception.InnerException);
        }
    }

    private static void Settle(World world, EmulatorClient client) => Expect(
        world.Scheduler, () => client.State == EmulatorState.Running && client.Status.OpenConnections == world.Profile.Options.Connections,
        Recovery, "the client has all its connections");

    // Over the existing connections, and over new ones.
    private static void ExpectToBeHeard(World world, EmulatorClient client, Subscriber subscriber)
    {
        Expect(world.Scheduler, subscriber.IsHeard, Recovery, "the emulator tells what the subscriber wants");
        world.Emulator.BreakAll();
        world.Scheduler.RunUntil(() => false, Rest);
        Settle(world, client);
        Expect(world.Scheduler, subscriber.IsHeard, Recovery, "the emulator tells what the subscriber wants, over other connections");
    }

    // Sends as many at once as there is room for beside the client's own requests: no slot may have leaked. Repeats, because deadlines
    // missed during the faults have lowered the concurrency limit, which grows with each reply.
    private static void AskWhenWell(World world, Caller caller)
    {
        for (var round = 1; !IsRoomFor(HowMany(world), world, caller); round++)
        {
            if (round < MaxRounds)
                continue;
            world.Scheduler.Violate("I3", $"all was well for {round} rounds, and there is no room for {HowMany(world)} requests");
            return;
        }
    }

    private static int HowMany(World world)
    {
        var options = world.Profile.Options;
        // For this many requests the send queue and the network have room in any case.
        var bytes = Math.Min(options.SendQueueBytes / 2048, world.Profile.Network.Room / 64);
        return Math.Clamp(options.InFlight - Spare, 1, Math.Clamp(bytes, 1, MaxAtOnce));
    }

    /// <returns>False while the limit still grows: all requests that there was room for were answered in time.</returns>
    private static bool IsRoomFor(int many, World world, Caller caller)
    {
        var options = world.Profile.Options;
        var asked = Enumerable.Range(0, many)
            .Select(number => caller.AskOneAsync(CancellationToken.None, number % 2 == 0 ? Kind.Get : Kind.Step))
            .ToList();
        Expect(world.Scheduler, () => asked.TrueForAll(one => one.IsCompleted), Recovery, "everything ends when all is well");
        if (options.Deadline < EnoughTime)
            return true;
        var ended = world.Ledger.All.TakeLast(many).ToList();
        if (ended.Find(one => one.Ending is not ("answered" or "Overloaded")) is { } wrong)
            world.Scheduler.Violate("I3", $"all was well, and {wrong} ended with {wrong.Ending} {wrong.Sentence}");
        return options.InFlight <= Spare || world.Scheduler.Violation is not null || ended.TrueForAll(one => one.Ending == "answered");
    }

    private static void LookForOverdue(World world)
    {
        var overdue = world.Ledger.All.FirstOrDefault(asked => asked.Ending is null && world.Scheduler.Now > asked.Latest);
        if (overdue is not null)
            world.Scheduler.Violate("I3", $"{overdue} has not ended by its deadline and a frame");
        world.Scheduler.After(LookInterval, () => LookForOverdue(world));
    }

    private static void Expect(Scheduler scheduler, Func<bool> condition, TimeSpan max, string what)
    {
        if (scheduler.RunUntil(condition, max))
            return;
        scheduler.Violate("I3", $"this did not become true: {what}");
        throw new InvalidOperationException(scheduler.Violation);
    }
}
