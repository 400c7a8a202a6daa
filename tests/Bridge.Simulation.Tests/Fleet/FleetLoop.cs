using Bridge.Testing;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>A machine with one thread and a virtual clock. Ready work runs in an order that the seed draws.</summary>
internal sealed class FleetLoop(int seed) : SynchronizationContext
{
    private readonly List<(SendOrPostCallback Work, object? State)> _ready = [];

    public FakeTime Time { get; } = new();

    public Random Chance { get; } = new(seed);

    public TimeSpan Now => Time.Elapsed;

    public override void Post(SendOrPostCallback d, object? state) => _ready.Add((d, state));

    public override void Send(SendOrPostCallback d, object? state) => d(state);

    /// <summary>Runs until this time, or until the condition holds.</summary>
    public void Run(TimeSpan until, Func<bool> isOver)
    {
        var before = Current;
        SetSynchronizationContext(this);
        try
        {
            while (!isOver())
            {
                if (_ready.Count > 0)
                {
                    var index = Chance.Next(_ready.Count);
                    var (work, state) = _ready[index];
                    _ready.RemoveAt(index);
                    work(state);
                }
                else if (Time.NextDue is { } due && due <= until)
                {
                    Time.Advance(due > Now ? due - Now : TimeSpan.Zero);
                }
                else
                {
                    Time.Advance(until - Now);
                    return;
                }
            }
        }
        finally
        {
            SetSynchronizationContext(before);
        }
    }

    public TimeSpan Draw(double min, double max) => TimeSpan.FromSeconds(min + (Chance.NextDouble() * (max - min)));

    public Task DelayAsync(TimeSpan time) => Task.Delay(time, Time);
}
