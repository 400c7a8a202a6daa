using System.Globalization;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Verifying;

/// <summary>A process of its own that plays a movie. Disposing this ends the process.</summary>
internal sealed class MovieProcess(ChildProcess process) : IDisposable
{
    // Exit codes of the program, as in emulator/host/failure.h.
    private const int Same = 0, CouldNotStart = 2, WrongModel = 4, Different = 5;

    /// <summary>Gets the standard output of the program.</summary>
    public Stream Output => process.Output;

    /// <summary>Waits for the end of the program.</summary>
    /// <returns>Whether the game did what it did in the movie.</returns>
    /// <exception cref="RequestException">The movie is not one of this game, or the program failed.</exception>
    public async Task<bool> WaitAsync(CancellationToken cancellationToken)
    {
        var (exitCode, said) = await process.WaitAsync(cancellationToken);
        said = said.Replace("mgba-host: ", "", StringComparison.Ordinal);
        return exitCode switch
        {
            Same => true,
            Different => false,
            CouldNotStart or WrongModel => throw new RequestException(ProblemTypes.Conflict,
                $"The movie can't be played with this ROM: {said}"),
            _ => throw new RequestException(ProblemTypes.EmulatorFailed, string.Create(CultureInfo.InvariantCulture,
                $"The emulator ended with exit code {exitCode}. {said}")),
        };
    }

    /// <summary>Ends it, which also ends a read of its output.</summary>
    public void Kill() => process.Kill();

    public void Dispose() => process.Dispose();
}
