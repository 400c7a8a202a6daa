using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Verifying;

/// <summary>Plays a movie in a process of its own, and reads what came of it.</summary>
internal sealed class MovieRun(MovieProcesses processes, TimeProvider time)
{
    private const int MaxOutput = 16 * 1024;

    /// <summary>Plays a movie.</summary>
    /// <param name="movie">The movie.</param>
    /// <param name="rom">The full path of the ROM.</param>
    /// <param name="bios">The full path of a BIOS; null: none.</param>
    /// <param name="maxTime">Max time for it.</param>
    /// <param name="cancellationToken">Cancels it; nothing is left then.</param>
    /// <exception cref="RequestException">The movie is not one of this game, or it can't be run, or takes too long.</exception>
    /// <exception cref="MovieFormatException">The movie is too large.</exception>
    public async Task<HostVerdict> RunAsync(
        Movie movie, string rom, string? bios, TimeSpan maxTime, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(maxTime, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            return await RunAsync(movie, rom, bios is null ? [] : ["--bios", bios], end.Token);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new RequestException(ProblemTypes.TimedOut, string.Create(CultureInfo.InvariantCulture,
                $"The movie did not end within {maxTime.TotalSeconds:0} s (Bridge:Movies:VerifyTime)."));
        }
    }

    private async Task<HostVerdict> RunAsync(Movie movie, string rom, string[] options, CancellationToken cancellationToken)
    {
        using var process = await processes.StartAsync(
            movie.Header, MovieStreamWriter.Write(movie), rom, options, cancellationToken);
        var output = await ReadAsync(process.Output, cancellationToken);
        var isEqual = await process.WaitAsync(cancellationToken);
        return VerifyJson.ReadVerdict(output) is { } verdict && verdict.Equal == isEqual
            ? verdict
            : throw new RequestException(ProblemTypes.EmulatorFailed, "The emulator's result is not in the form that the bridge expects.");
    }

    // Reads to the end, so that the program never waits, but keeps only the beginning.
    private static async Task<string> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        // kept: the beginning, of which count bytes are read; rest: a buffer for what is dropped.
        var (kept, count, rest) = (new byte[MaxOutput], 0, new byte[MaxOutput]);
        while (true)
        {
            var read = await stream.ReadAsync(count < MaxOutput ? kept.AsMemory(count) : rest, cancellationToken);
            if (read == 0)
                return Encoding.UTF8.GetString(kept, 0, count);
            count += count < MaxOutput ? read : 0;
        }
    }
}
