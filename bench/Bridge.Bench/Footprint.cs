using System.Globalization;

namespace Bridge.Bench;

/// <summary>What a process takes of the machine.</summary>
/// <param name="Resident">MiB in memory, files that it shares with others included.</param>
/// <param name="Private">MiB of these that nobody else has: not a file's.</param>
/// <param name="Threads">Its threads.</param>
internal readonly record struct Footprint(double Resident, double Private, int Threads)
{
    public static Footprint Of(int process)
    {
        var lines = File.ReadAllLines($"/proc/{process}/status");
        int Value(string name) => int.Parse(
            Array.Find(lines, line => line.StartsWith(name, StringComparison.Ordinal))!
                .Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
        // Code that .NET has made lies in shared memory, which it shares with nobody.
        return new Footprint(Value("VmRSS:") / 1024.0, (Value("RssAnon:") + Value("RssShmem:")) / 1024.0, Value("Threads:"));
    }
}
