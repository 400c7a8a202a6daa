using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Bridge.Testing;

namespace Bridge.SocketPool.Simulation;

/// <summary>
/// The simulated machine: its thread pool, clock and random numbers, all on one thread. Ready work runs in an order that the seed
/// draws. Wherever the client takes a lock or reads shared data, other work may run first.
/// </summary>
internal sealed class Scheduler(int seed, StringBuilder? log)
{
    private const int DeepestInterruption = 3;
    private const int OneInterruptionIn = 24;
    // Work items and interruptions in a row without the clock moving.
    private const int MaxWithoutRest = 2_000_000;

    [ThreadStatic]
    private static Scheduler? _current;

    // Work that may run now, and work for later; that of the same moment stays in order.
    private readonly List<(Action<object?> Work, object? State)> _ready = [];
    private readonly PriorityQueue<Action, (TimeSpan At, long Order)> _events = new();
    private long _eventsMade;
    private int _locksHeld;
    private int _interruptions;
    private int _undisturbed;
    private int _sinceTimePassed;

    /// <summary>Gets the scheduler of this thread. Client work on a thread without one has left the simulation.</summary>
    public static Scheduler Current =>
        _current ?? throw new InvalidOperationException("The client runs on a thread that is none of the simulation's.");

    public FakeTime Time { get; } = new();

    public System.Random Chance { get; } = new(seed);

    public RentedBuffers Buffers { get; } = new();

    /// <summary>Gets the first violation; null if there is none yet.</summary>
    public string? Violation { get; private set; }

    public TimeSpan Now => Time.Elapsed;

    public void Enter() => _current = this;

    public static void Leave() => _current = null;

    /// <summary>Records a violation of an invariant, like <c>I3</c>; only the first one of a run is reported.</summary>
    // The stack trace depends on the JIT, so it is reported but not logged.
    public void Violate(string invariant, string what, Exception? exception = null)
    {
        if (exception is not null)
            what = $"{what}: {exception.GetType().Name}: {exception.Message.ReplaceLineEndings(" ")}";
        Note($"VIOLATION {invariant}: {what}");
        Violation ??= $"{invariant}: {what} (at {Now.TotalSeconds:F6} s)\n{exception?.StackTrace}".TrimEnd();
    }

    /// <summary>Writes to the log of this run.</summary>
    public void Note([InterpolatedStringHandlerArgument("")] ref LogLine line)
    {
        if (log is not null)
            log.Append(CultureInfo.InvariantCulture, $"{Now.TotalMilliseconds:F4} ").Append(line.ToStringAndClear()).Append('\n');
    }

    /// <summary>Gets whether there is a log.</summary>
    public bool IsLogged => log is not null;

    /// <summary>Queues <paramref name="work"/> like the thread pool: it runs soon, in no fixed order.</summary>
    public void Queue(Action<object?> work, object? state) => _ready.Add((work, state));

    public void Queue(Action work) => Queue(static work => ((Action)work!)(), work);

    /// <summary>Queues <paramref name="work"/> once the time has passed.</summary>
    public void After(TimeSpan delay, Action work) => _events.Enqueue(work, (Now + delay, _eventsMade++));

    public Task DelayAsync(TimeSpan delay)
    {
        var over = new System.Threading.Tasks.TaskCompletionSource();
        After(delay, over.SetResult);
        return over.Task;
    }

    public bool Draw(double likelihood) => Chance.NextDouble() < likelihood;

    public TimeSpan DrawTime(TimeSpan max) => TimeSpan.FromTicks(Chance.NextInt64(max.Ticks + 1));

    /// <summary>Runs until the condition holds, there is a violation, or this much time has passed.</summary>
    /// <returns>Whether the condition holds.</returns>
    public bool RunUntil(Func<bool> condition, TimeSpan max)
    {
        for (var end = Now + max; !condition();)
        {
            if (Violation is not null || Now > end || !Step())
                return false;
        }

        return Violation is null;
    }

    /// <summary>Runs the next work item.</summary>
    /// <returns>False if nothing is left to run.</returns>
    public bool Step()
    {
        if (_ready.Count > 0)
        {
            RunOne();
            return true;
        }

        var next = _events.TryPeek(out _, out var first) ? first.At : TimeSpan.MaxValue;
        if (Time.NextDue is { } timer && timer < next)
            next = timer;
        if (next == TimeSpan.MaxValue)
            return false;
        if (next > Now)
            _sinceTimePassed = 0;
        Guarded(static state => state.Scheduler.Time.Advance(state.By), (Scheduler: this, By: next > Now ? next - Now : TimeSpan.Zero));
        while (_events.TryPeek(out var work, out var due) && due.At <= Now)
        {
            _events.Dequeue();
            Queue(work);
        }

        return true;
    }

    /// <summary>Marks a place where another thread may be faster: may run other ready work first.</summary>
    public void Interruption()
    {
        CheckThatTimePasses();
        if (_locksHeld > 0 || _undisturbed > 0 || _interruptions == DeepestInterruption
            || _ready.Count == 0 || Chance.Next(OneInterruptionIn) > 0)
            return;
        _interruptions++;
        for (var some = Chance.Next(1, 4); some > 0 && _ready.Count > 0; some--)
            RunOne();
        _interruptions--;
    }

    public void TakeLock()
    {
        Interruption();
        _locksHeld++;
    }

    public void ReleaseLock()
    {
        _locksHeld--;
        Interruption();
    }

    /// <summary>
    /// Runs work that others have to wait for, without interruption, like a token's callbacks: disposing a registration waits for its
    /// callback, so a callback can't run in the middle of that.
    /// </summary>
    public void Undisturbed(Action work)
    {
        _undisturbed++;
        try
        {
            work();
        }
        finally
        {
            _undisturbed--;
        }
    }

    private void RunOne()
    {
        CheckThatTimePasses();
        var index = Chance.Next(_ready.Count);
        var (work, state) = _ready[index];
        _ready[index] = _ready[^1];
        _ready.RemoveAt(_ready.Count - 1);
        Guarded(static item => item.Work(item.State), (Work: work, State: state));
    }

    private void Guarded<T>(Action<T> work, T state)
    {
        var held = _locksHeld;
        try
        {
            work(state);
        }
        catch (Exception exception)
        {
            Violate("I6", "an exception that nobody catches would end the process", exception);
        }

        if (_locksHeld != held)
            Violate("I6", "work ended with a lock held");
    }

    private void CheckThatTimePasses()
    {
        if (++_sinceTimePassed <= MaxWithoutRest)
            return;
        Violate("I3", "it spins: no time passes any more");
        throw new InvalidOperationException(Violation);
    }
}
