using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies;

/// <summary>Converts movies on the thread pool, a few at a time, because each may take some hundred MiB and some seconds.</summary>
internal sealed class MovieWork : IDisposable
{
    private const int MaxAtOnce = 2;

    private readonly SemaphoreSlim _turns = new(MaxAtOnce, MaxAtOnce);

    /// <summary>Runs a conversion.</summary>
    /// <param name="convert">The conversion.</param>
    /// <param name="problem">The problem if it throws a <see cref="MovieFormatException"/>.</param>
    /// <param name="cancellationToken">Cancels the wait for its turn.</param>
    /// <exception cref="RequestException">The movie or its format is not accepted.</exception>
    public async Task<T> RunAsync<T>(Func<T> convert, ProblemType problem, CancellationToken cancellationToken)
    {
        await _turns.WaitAsync(cancellationToken);
        try
        {
            return await Task.Run(convert, cancellationToken);
        }
        catch (MovieFormatException exception)
        {
            throw new RequestException(problem, exception.Message);
        }
        finally
        {
            _turns.Release();
        }
    }

    public void Dispose() => _turns.Dispose();
}
