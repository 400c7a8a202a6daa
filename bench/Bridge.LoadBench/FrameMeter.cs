using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace Bridge.LoadBench;

/// <summary>
/// Reads the emulator's frame numbers from bench/lua/frames.lua and compares them with the wall clock. Uses a blocking thread;
/// see <see cref="Arrivals"/>.
/// </summary>
internal sealed class FrameMeter : IDisposable
{
    private readonly Lock _gate = new();
    private readonly List<(double At, long Frame, long Windows, long Pictures, long PictureMicroseconds)> _samples = [];
    private readonly TcpClient _client = new();

    public static async Task<FrameMeter> ConnectAsync(int port)
    {
        var meter = new FrameMeter();
        await Clock.UntilAsync($"the emulator's frames at port {port}", async () =>
        {
            try
            {
                await meter._client.ConnectAsync(IPAddress.Loopback, port);
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        });
        new Thread(meter.Read) { IsBackground = true }.Start();
        return meter;
    }

    /// <summary>Returns the frames per second between two moments: the slope of a line through all frame numbers in that time.</summary>
    public double Speed(double from, double to)
    {
        double count = 0, sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
        lock (_gate)
        {
            foreach (var (at, frame, _, _, _) in _samples)
            {
                if (at < from || at > to)
                    continue;
                var (x, y) = (at - from, (double)(frame - _samples[0].Frame));
                (count, sumX, sumY, sumXX, sumXY) = (count + 1, sumX + x, sumY + y, sumXX + x * x, sumXY + x * y);
            }
        }

        return (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
    }

    /// <summary>Returns the number of windows that the bridge's script opened between two moments.</summary>
    public long Windows(double from, double to)
    {
        lock (_gate)
        {
            var inside = _samples.Where(sample => sample.At >= from && sample.At <= to).ToArray();
            return inside.Length == 0 ? 0 : inside[^1].Windows - inside[0].Windows;
        }
    }

    /// <summary>Returns the number of pictures that the script took between two moments, and the milliseconds for each.</summary>
    public (long Count, double Milliseconds) Pictures(double from, double to)
    {
        lock (_gate)
        {
            var inside = _samples.Where(sample => sample.At >= from && sample.At <= to).ToArray();
            var count = inside[^1].Pictures - inside[0].Pictures;
            return (count, count == 0 ? 0 : (inside[^1].PictureMicroseconds - inside[0].PictureMicroseconds) / 1000.0 / count);
        }
    }

    public void Dispose() => _client.Dispose();

    private void Read()
    {
        try
        {
            using var reader = new StreamReader(_client.GetStream());
            while (reader.ReadLine() is { } line)
            {
                var now = Clock.Now;
                var numbers = line.Split(' ').Select(text => long.Parse(text, CultureInfo.InvariantCulture)).ToArray();
                lock (_gate)
                    _samples.Add((now, numbers[0], numbers[1], numbers[2], numbers[3]));
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            // The emulator has ended.
        }
    }
}
