using System.Globalization;

namespace Bridge.Bench.Idle;

/// <summary>How many come, and how long everything takes.</summary>
/// <param name="Clients">As many of them stand at each point of the line whose slope is what one costs.</param>
/// <param name="InMemory">The same of those that are no sockets.</param>
/// <param name="Times">How often each asks, once a second, and how many events each hears.</param>
/// <param name="SettleSeconds">From the last request to the look at what is resident:
/// the bridge collects when it was quiet for 10 to 15 s.</param>
/// <param name="IdleMinutes">How long nobody asks anything.</param>
internal sealed record IdlePlan(int[] Clients, int[] InMemory, int Times, double SettleSeconds, double IdleMinutes)
{
    private static readonly IdlePlan Full = new([1000, 4000, 8000, 12_000, 18_000], [1000, 18_000, 64_000, 200_000], 20, 17, 10);
    private static readonly IdlePlan Quick = new([500, 1000, 2000, 3000], [1000, 4000, 16_000], 3, 3, 0.2);

    public static IdlePlan Of(string[] options) => options switch
    {
        ["--quick"] => Quick,
        [var minutes] => Full with { IdleMinutes = double.Parse(minutes, CultureInfo.InvariantCulture) },
        _ => Full,
    };
}
