using System.Text;
using Bridge.SocketPool.Simulation.Callers;
using Bridge.SocketPool.Simulation.Model;
using Bridge.SocketPool.Simulation.Network;

namespace Bridge.SocketPool.Simulation;

/// <summary>All parts of a run.</summary>
internal sealed class World
{
    [ThreadStatic]
    private static World? _current;

    public World(int seed, StringBuilder? log)
    {
        Scheduler = new Scheduler(seed, log);
        Profile = new RunProfile(Scheduler);
        FakeListener = new FakeListener(Scheduler, Profile.Network);
        Emulator = new ModelEmulator(this);
    }

    /// <summary>Gets the world of this thread.</summary>
    public static World Current => _current
        ?? throw new InvalidOperationException("The client runs on a thread that is none of the simulation's.");

    public Scheduler Scheduler { get; }

    public RunProfile Profile { get; }

    public Ledger Ledger { get; } = new();

    public FakeListener FakeListener { get; }

    public ModelEmulator Emulator { get; }

    public void Enter()
    {
        _current = this;
        Scheduler.Enter();
    }

    public static void Leave()
    {
        _current = null;
        Scheduler.Leave();
    }
}
