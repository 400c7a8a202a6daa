using System.Globalization;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Features.Verifying;

/// <summary>Starts <c>mgba-host --movie</c>, with limits on its memory, on movies of the bridge.</summary>
internal sealed class MovieProcesses(HostProgram program)
{
    // The nice value of the program: running emulators come first.
    private const int LowestPriority = 19;

    /// <summary>Starts the program on a movie. OWNED BY THE CALLER.</summary>
    /// <param name="header">The header of the movie.</param>
    /// <param name="stream">The movie as the program reads it (docs/protocol/movies.md).</param>
    /// <param name="rom">The full path of the ROM.</param>
    /// <param name="options">More options of the program.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="Contract.Errors.RequestException">The program isn't there, or the system can't start it.</exception>
    public async Task<MovieProcess> StartAsync(
        MovieHeader header, ReadOnlyMemory<byte> stream, string rom, IEnumerable<string> options, CancellationToken cancellationToken)
    {
        var process = new ChildProcess(program.Prepare(Path.GetTempPath(), [.. OptionsOf(header, rom), .. options], LowestPriority));
        try
        {
            await using var input = process.Input;
            await input.WriteAsync(stream, cancellationToken);
        }
        catch (IOException)
        {
            // It has ended; its exit code says why.
        }
        catch
        {
            process.Dispose();
            throw;
        }

        return new MovieProcess(process);
    }

    private static IEnumerable<string> OptionsOf(MovieHeader header, string rom) =>
    [
        "--rom", rom, "--movie", "-",
        .. header is { Platform: "GB", Model: { } model } ? ["--model", model] : Array.Empty<string>(),
        .. header.Clock.Seconds is { } seconds
            ? ["--clock", seconds.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        .. header.OpposingDirections ? Array.Empty<string>() : ["--opposing", "filter"],
    ];
}
