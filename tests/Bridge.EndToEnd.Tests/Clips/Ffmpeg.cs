using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>Reads clips by ffmpeg, which has readers of its own for all formats.</summary>
internal static class Ffmpeg
{
    /// <summary>
    /// Returns the pictures of a clip as its file has them, three bytes a pixel; none is repeated or left out to fit a frame rate.
    /// </summary>
    public static async Task<List<byte[]>> PicturesOfAsync(byte[] clip, string format, int width, int height)
    {
        var bytes = await RunAsync(clip, "ffmpeg", [
            "-loglevel", "error", .. ReaderOf(format), "-i", "pipe:0", "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24",
            "pipe:1"]);
        return [.. bytes.Chunk(3 * width * height)];
    }

    /// <summary>Returns the samples of a clip's sound at 32,768 Hz: left and right in turns.</summary>
    public static async Task<short[]> SamplesOfAsync(byte[] clip) => [.. (await RunAsync(
        clip, "ffmpeg", "-loglevel", "error", "-i", "pipe:0", "-f", "s16le", "-ar", "32768", "-ac", "2", "pipe:1"))
        .Chunk(2).Select(bytes => BitConverter.ToInt16(bytes))];

    /// <summary>Returns how bright the pictures of a clip are, 0 to 255 each.</summary>
    public static async Task<int[]> BrightnessOfAsync(byte[] clip) => [.. (await RunAsync(
        clip, "ffmpeg", "-loglevel", "error", "-i", "pipe:0", "-vsync", "passthrough", "-vf", "scale=1:1", "-f", "rawvideo",
        "-pix_fmt", "gray", "pipe:1")).Select(value => (int)value)];

    /// <summary>Returns the seconds of a clip by its container (0: it doesn't say), and the number of its pictures.</summary>
    public static async Task<(double Seconds, int Pictures)> MeasureAsync(byte[] clip, string format)
    {
        var json = await RunAsync(clip, "ffprobe", [
            "-v", "error", .. ReaderOf(format), "-count_frames", "-select_streams", "v",
            "-show_entries", "stream=nb_read_frames:format=duration", "-of", "json", "pipe:0"]);
        var root = JsonDocument.Parse(json).RootElement;
        var seconds = root.GetProperty("format").TryGetProperty("duration", out var text)
            ? double.Parse(text.GetString()!, CultureInfo.InvariantCulture) : 0;
        var pictures = root.GetProperty("streams")[0].GetProperty("nb_read_frames").GetString()!;
        return (seconds, int.Parse(pictures, CultureInfo.InvariantCulture));
    }

    private static string[] ReaderOf(string format) => format == "apng" ? ["-f", "apng"] : [];

    // Runs a program that reads the input from a file in place of "pipe:0", so that it can seek, and returns its output.
    private static async Task<byte[]> RunAsync(byte[] input, string program, params string[] arguments)
    {
        var path = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(path, input);
            var start = new ProcessStartInfo(program, arguments.Select(argument => argument == "pipe:0" ? path : argument))
                { RedirectStandardOutput = true, RedirectStandardError = true };
            using var process = Process.Start(start)!;
            var errors = process.StandardError.ReadToEndAsync();
            using var output = new MemoryStream();
            await process.StandardOutput.BaseStream.CopyToAsync(output);
            await process.WaitForExitAsync();
            Assert.True(process.ExitCode == 0, await errors);
            return output.ToArray();
        }
        finally
        {
            File.Delete(path);
        }
    }
}
