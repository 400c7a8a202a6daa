using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Formats;

namespace Bridge.Api.Features.Verifying;

/// <summary>Verifies movies that clients send, a limited number at the same time.</summary>
internal sealed class MovieVerifier(MovieOptions options, MovieRoms roms, MovieRun run, MovieWork work) : IDisposable
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _places = new(options.Verifications, options.Verifications);

    /// <summary>Verifies a movie.</summary>
    /// <param name="bytes">The movie in the bridge's own format.</param>
    /// <param name="rom">The name of its ROM; null: the one with its checksum.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">It can't be verified.</exception>
    public async Task<MovieVerified> VerifyAsync(ReadOnlyMemory<byte> bytes, string? rom, CancellationToken cancellationToken)
    {
        if (!await _places.WaitAsync(0, cancellationToken))
        {
            throw new RequestException(ProblemTypes.Overloaded,
                $"The bridge verifies {options.Verifications} movies already, the maximum (Bridge:Movies:Verifications).")
            {
                RetryAfter = RetryAfter, SafeToRepeat = true,
            };
        }

        try
        {
            var (movie, file) = await work.RunAsync(
                () =>
                {
                    var movie = MovieFile.ReadOwn(bytes);
                    return (movie, roms.Find(movie.Header, rom));
                },
                ProblemTypes.RefusedMovie, cancellationToken);
            var verdict = await run.RunAsync(movie, file.Path, bios: null, options.VerifyTime, cancellationToken);
            return new MovieVerified(
                file.Name, movie.Header.Frames, verdict.Frames, verdict.Checked, verdict.Result, verdict.After, verdict.Before,
                verdict.Regions);
        }
        finally
        {
            _places.Release();
        }
    }

    public void Dispose() => _places.Dispose();
}
