using System.Globalization;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Verifying;

/// <summary>Starts <c>mgba-host --movie</c>, with limits on its memory, on movies of the bridge.</summary>
internal sealed class MovieProcesses(HostProgram program)
{
    private const string StreamFile = "movie";

    /// <summary>Starts the program on a movie. OWNED BY THE CALLER.</summary>
    /// <param name="header">The header of the movie.</param>
    /// <param name="stream">The movie as the program reads it (docs/protocol/movies.md).</param>
    /// <param name="rom">The full path of the ROM.</param>
    /// <param name="options">More options of the program.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="Contract.Errors.RequestException">The program isn't there, or the system can't start it.</exception>
    /// <exception cref="IOException">The movie can't be written for the program.</exception>
    public async Task<MovieProcess> StartAsync(
        MovieHeader header, ReadOnlyMemory<byte> stream, string rom, IEnumerable<string> options, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("bridge-movie-").FullName;
        try
        {
            await using (var file = PrivateFiles.Create(Path.Combine(folder, StreamFile)))
                await file.WriteAsync(stream, cancellationToken);
            return new MovieProcess(
                new ChildProcess(program.Prepare(folder, [.. OptionsOf(header, rom), .. options])), folder);
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }
    }

    private static IEnumerable<string> OptionsOf(MovieHeader header, string rom) =>
    [
        "--rom", rom, "--movie", StreamFile,
        .. header is { Platform: "GB", Model: { } model } ? ["--model", model] : Array.Empty<string>(),
        .. header.Clock.Seconds is { } seconds
            ? ["--clock", seconds.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        .. header.OpposingDirections ? Array.Empty<string>() : ["--opposing", "filter"],
    ];
}
