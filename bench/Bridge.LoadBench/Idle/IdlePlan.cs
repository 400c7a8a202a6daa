using System.Globalization;

namespace Bridge.LoadBench.Idle;

/// <summary>The numbers of clients, and the durations.</summary>
/// <param name="Clients">The numbers of clients at each measuring point; the slope of the line is the cost of one client.</param>
/// <param name="InMemory">The same for clients in memory.</param>
/// <param name="Times">The requests of each client, one a second, and the events that each subscriber gets.</param>
/// <param name="SettleSeconds">From the last request to the memory measurement:
/// the bridge collects garbage after 10 to 15 s without requests.</param>
/// <param name="IdleMinutes">How long no client sends a request.</param>
internal sealed record IdlePlan(int[] Clients, int[] InMemory, int Times, double SettleSeconds, double IdleMinutes)
{
    private static readonly IdlePlan Full = new(
        [1000, 4000, 8000, 12_000, 18_000], [1000, 18_000, 64_000, 200_000], Times: 20, SettleSeconds: 17, IdleMinutes: 10);
    private static readonly IdlePlan Quick = new(
        [500, 1000, 2000, 3000], [1000, 4000, 16_000], Times: 3, SettleSeconds: 3, IdleMinutes: 0.2);

    /// <summary>Returns the plan of the arguments after <c>--idle</c>: <c>--quick</c>, the minutes, or none.</summary>
    public static IdlePlan Of(string[] options) => options switch
    {
        ["--quick"] => Quick,
        [var minutes] => Full with { IdleMinutes = double.Parse(minutes, CultureInfo.InvariantCulture) },
        _ => Full,
    };
}
