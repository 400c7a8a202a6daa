using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool.Scheduling;

/// <summary>Replaces the client's type: the seed decides who knows about rounds, when they end, and when no socket can be opened.</summary>
internal static class RoundEnd
{
    private const int OneFailureIn = 8;

    public static bool IsKnown => Scheduler.Current.Chance.Next(2) == 0;

    public static bool TryAdd(Action send)
    {
        if (Scheduler.Current.Chance.Next(OneFailureIn) == 0)
            return false;
        Scheduler.Current.Queue(send);
        return true;
    }
}
