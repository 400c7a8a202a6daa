using System.Globalization;

namespace Bridge.LoadBench;

/// <summary>Reads resident bytes and threads of a process from the kernel.</summary>
internal static class ResidentMemory
{
    /// <summary>Returns the resident bytes of a process (VmRSS of proc(5)).</summary>
    public static long BytesOf(int process) => Number(process, "VmRSS:") * 1024;

    public static long ThreadsOf(int process) => Number(process, "Threads:");

    /// <summary>Returns the bytes that each further client adds: the slope of the line through all points (least squares).</summary>
    public static double Slope(IReadOnlyList<(int Clients, long Bytes)> points)
    {
        var (clients, bytes) = (points.Average(point => point.Clients), points.Average(point => point.Bytes));
        return points.Sum(point => (point.Clients - clients) * (point.Bytes - bytes))
            / points.Sum(point => (point.Clients - clients) * (point.Clients - clients));
    }

    private static long Number(int process, string line) => long.Parse(
        File.ReadLines($"/proc/{process}/status")
            .First(text => text.StartsWith(line, StringComparison.Ordinal)).AsSpan(line.Length).Trim().ToString().Split(' ')[0],
        CultureInfo.InvariantCulture);
}
