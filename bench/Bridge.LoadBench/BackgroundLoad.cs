using System.Globalization;

namespace Bridge.LoadBench;

/// <summary>Measures the processor time that unrelated programs used during the measurement.</summary>
internal sealed class BackgroundLoad
{
    private const double TicksPerSecond = 100;

    private readonly double _others = OthersTicks();
    private readonly double _began = Clock.Now;

    /// <summary>Gets the number of cores that other programs kept busy since construction. Correct once every child has ended.</summary>
    public double Cores => (OthersTicks() - _others) / TicksPerSecond / (Clock.Now - _began);

    // Total non-idle time minus the time of this process and of its children that have ended.
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
