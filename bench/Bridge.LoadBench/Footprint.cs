using System.Globalization;

namespace Bridge.LoadBench;

/// <summary>The memory and threads of a process.</summary>
/// <param name="Resident">Resident MiB, shared files included.</param>
/// <param name="Private">Resident MiB that belong to this process alone, without file pages.</param>
/// <param name="Threads">The number of threads.</param>
internal readonly record struct Footprint(double Resident, double Private, int Threads)
{
    public static Footprint Of(int process)
    {
        var lines = File.ReadAllLines($"/proc/{process}/status");
        int Value(string name) => int.Parse(
            Array.Find(lines, line => line.StartsWith(name, StringComparison.Ordinal))!
                .Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
        // .NET keeps compiled code in shared memory, although no other process uses it.
        return new Footprint(Value("VmRSS:") / 1024.0, (Value("RssAnon:") + Value("RssShmem:")) / 1024.0, Value("Threads:"));
    }
}
