using System.Globalization;

namespace Bridge.Bench;

/// <summary>How much processor time went to programs that have nothing to do with the measurement.</summary>
internal sealed class Disturbance
{
    private const double TicksPerSecond = 100;

    private readonly double _others = OthersTicks();
    private readonly double _began = Clock.Now;

    /// <summary>Cores kept busy by others since this was made. Right once every child has ended.</summary>
    public double Cores => (OthersTicks() - _others) / TicksPerSecond / (Clock.Now - _began);

    // All that was not idle, without what this process and the children it has seen end have used.
    private static double OthersTicks()
    {
        // cpu user nice system idle iowait irq softirq steal
        var all = Numbers(File.ReadLines("/proc/stat").First()["cpu".Length..]);
        // After the name in parentheses the state is the third field; user, system and the same of children are 14 to 17.
        var self = File.ReadAllText("/proc/self/stat").Split(')')[1].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var own = self[11..15].Sum(text => double.Parse(text, CultureInfo.InvariantCulture));
        return all[0] + all[1] + all[2] + all[5] + all[6] + all[7] - own;
    }

    private static double[] Numbers(string line) =>
        [.. line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(text => double.Parse(text, CultureInfo.InvariantCulture))];
}
