using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Server.Files;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Verifying;

/// <summary>Runs a movie in a process of its own: <c>mgba-host --movie</c>, with limits on its memory and time.</summary>
internal sealed class MovieRun(HostProgram program, TimeProvider time)
{
    private const string StreamFile = "movie";
    private const int MaxOutput = 16 * 1024;

    // As in emulator/host/failure.h.
    private const int Same = 0, Different = 5, CouldNotStart = 2, WrongModel = 4;

    /// <summary>Runs a movie.</summary>
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
        var stream = MovieStreamWriter.Write(movie);
        string? folder = null;
        try
        {
            folder = Directory.CreateTempSubdirectory("bridge-movie-").FullName;
            await using (var file = PrivateFiles.Create(Path.Combine(folder, StreamFile)))
                await file.WriteAsync(stream, cancellationToken);
            return await RunAsync(ArgumentsOf(movie.Header, rom, bios), folder, maxTime, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw StorageFailure.Explain(exception, "the movie to verify", "The bridge can't write to the folder for temporary files.");
        }
        finally
        {
            if (folder is not null)
                Directory.Delete(folder, recursive: true);
        }
    }

    private static IEnumerable<string> ArgumentsOf(MovieHeader header, string rom, string? bios) =>
    [
        "--rom", rom, "--movie", StreamFile,
        .. header is { Platform: "GB", Model: { } model } ? ["--model", model] : Array.Empty<string>(),
        .. bios is null ? Array.Empty<string>() : ["--bios", bios],
        .. header.Clock.Seconds is { } seconds
            ? ["--clock", seconds.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        .. header.OpposingDirections ? Array.Empty<string>() : ["--opposing", "filter"],
    ];

    private async Task<HostVerdict> RunAsync(
        IEnumerable<string> arguments, string folder, TimeSpan maxTime, CancellationToken cancellationToken)
    {
        using var process = Start(arguments, folder);
        using var limit = new CancellationTokenSource(maxTime, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var (output, errors) = (ReadAsync(process.StandardOutput, end.Token), ReadAsync(process.StandardError, end.Token));
            await process.WaitForExitAsync(end.Token);
            return VerdictOf(process.ExitCode, await output, await errors);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new RequestException(ProblemTypes.TimedOut, string.Create(CultureInfo.InvariantCulture,
                $"The movie did not end within {maxTime.TotalSeconds:0} s (Bridge:Movies:VerifyTime)."));
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }

    private Process Start(IEnumerable<string> arguments, string folder)
    {
        var start = program.Prepare(folder, arguments);
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new RequestException(ProblemTypes.EmulatorFailed, $"The bridge can't start {start.FileName}: {exception.Message}.");
        }
    }

    private static HostVerdict VerdictOf(int exitCode, string output, string errors)
    {
        if (exitCode is Same or Different && VerifyJson.ReadVerdict(output) is { } verdict && verdict.Equal == (exitCode == Same))
            return verdict;
        var said = ForeignText.Clean(string.Join(' ', errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).TakeLast(3)))
            .Replace("mgba-host: ", "", StringComparison.Ordinal);
        return exitCode is CouldNotStart or WrongModel
            ? throw new RequestException(ProblemTypes.Conflict, $"The movie can't be played with this ROM: {said}")
            : throw new RequestException(ProblemTypes.EmulatorFailed, string.Create(CultureInfo.InvariantCulture,
                $"The emulator ended with exit code {exitCode}. {said}"));
    }

    // Reads to the end, so that the program never waits, but keeps only the beginning.
    private static async Task<string> ReadAsync(StreamReader reader, CancellationToken cancellationToken)
    {
        var (kept, count) = (new char[MaxOutput], 0);
        var rest = new char[MaxOutput];
        while (true)
        {
            var read = await reader.ReadAsync(count < kept.Length ? kept.AsMemory(count) : rest, cancellationToken);
            if (read == 0)
                return new string(kept, 0, count);
            count += count < kept.Length ? read : 0;
        }
    }
}
