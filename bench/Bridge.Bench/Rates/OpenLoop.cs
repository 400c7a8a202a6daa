using System.Collections.Concurrent;
using System.Net;

namespace Bridge.Bench.Rates;

/// <summary>
/// Echoes of a fresh GUID at a steady rate, whether or not the earlier ones are answered, for rates beyond what k6 can send. A
/// request's time counts from the moment at which it was meant to be sent.
/// </summary>
/// <remarks>Wakes about each millisecond and sends all that are due by then, so that waiting takes no processor time from what is measured.</remarks>
internal static class OpenLoop
{
    /// <summary>A request that is not answered by then has failed.</summary>
    public const int PatienceSeconds = 10;

    // Half a second's requests at the highest rate; the bridge itself lets twice as many in.
    private const int MostCallers = 5000;

    public static async Task<RateRow> RunAsync(RateLoad load, string address, string path, int seconds)
    {
        var uri = new Uri(address);
        var tally = new Tally(load.Rate * seconds);
        var idle = new ConcurrentStack<EchoCaller>();
        var all = new List<EchoCaller>();
        var (began, dropped) = (Clock.Now, 0L);
        for (var sent = 0; sent < load.Rate * seconds; sent++)
        {
            var due = began + ((double)sent / load.Rate);
            if (due > Clock.Now)
                await Clock.WaitAsync(Math.Max(0.001, due - Clock.Now));
            if (!idle.TryPop(out var caller) && all.Count < MostCallers)
                all.Add(caller = new EchoCaller(new IPEndPoint(IPAddress.Loopback, uri.Port), uri.Authority, path, load.Size, tally, idle));
            if (caller is null)
                dropped++;
            else
                caller.Ask(due);
        }

        for (var end = Clock.Now + PatienceSeconds; tally.Ended + dropped < load.Rate * seconds && Clock.Now < end;)
            await Clock.WaitAsync(0.02);
        var took = Clock.Now - began;
        foreach (var caller in all)
            caller.Dispose();
        return tally.ToRow(load, took, load.Rate * seconds - dropped, dropped);
    }
}
