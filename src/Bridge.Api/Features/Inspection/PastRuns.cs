using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Verifying;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Inspection;

/// <summary>Runs frames of games' histories again, each in a process of its own. A limited number at the same time.</summary>
internal sealed class PastRuns(
    HistoryMovies histories, MovieRoms roms, MovieWork work, MovieProcesses processes, MovieOptions options, TimeProvider time)
    : IDisposable
{
    // 10,000 instructions with registers, or 65,536 ranges, and their ends.
    private const int MaxOutput = 8 * 1024 * 1024;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _places = new(options.Verifications, options.Verifications);

    /// <summary>Runs frames again, and returns the program's answer to a question about them.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="span">The frames.</param>
    /// <param name="question">The question, as <c>mgba-host --inspect</c> takes it.</param>
    /// <param name="cancellationToken">Cancels it; nothing is left then.</param>
    /// <returns>The lines of the response, and what to add to a frame of theirs for its number in the history.</returns>
    /// <exception cref="RequestException">It can't be answered.</exception>
    /// <exception cref="Bridge.SocketPool.Model.EmulatorException">The history lacks a frame.</exception>
    public async Task<(IReadOnlyList<string[]> Lines, long Before)> AskAsync(
        EmulatorClient client, FrameSpan span, string question, CancellationToken cancellationToken)
    {
        if (!await _places.WaitAsync(0, cancellationToken))
        {
            throw new RequestException(ProblemTypes.Overloaded,
                $"The bridge looks at {options.Verifications} pasts already, the maximum (Bridge:Movies:Verifications).")
            {
                RetryAfter = RetryAfter, SafeToRepeat = true,
            };
        }

        using var limit = new CancellationTokenSource(options.VerifyTime, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            return await RunAsync(client, span, question, end.Token);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new RequestException(ProblemTypes.TimedOut, string.Create(CultureInfo.InvariantCulture,
                $"The frames did not run again within {options.VerifyTime.TotalSeconds:0} s (Bridge:Movies:VerifyTime)."));
        }
        finally
        {
            _places.Release();
        }
    }

    public void Dispose() => _places.Dispose();

    private async Task<(IReadOnlyList<string[]> Lines, long Before)> RunAsync(
        EmulatorClient client, FrameSpan span, string question, CancellationToken cancellationToken)
    {
        var read = await histories.ReadStreamAsync(client, span.From, span.To, cancellationToken);
        // On the thread pool, because it may read and hash ROM files.
        var rom = await work.RunAsync(() => roms.Find(read.Header, name: null), ProblemTypes.Conflict, cancellationToken);
        // The program counts the first frame of the stream as 1.
        var before = read.Written.From - 1;
        using var process = await processes.StartAsync(
            read.Header, read.Bytes, rom.Path,
            ["--inspect", question, "--from", $"{span.From - before}", "--frames", $"{span.To - before}"], cancellationToken);
        var output = await ReadAsync(process.Output, cancellationToken);
        // False: run again, the game did something else than in the history.
        if (!await process.WaitAsync(cancellationToken))
            throw new RequestException(ProblemTypes.Conflict, "The game did not do the same again, so the answer would be wrong.");
        return ([.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' '))], before);
    }

    private static async Task<string> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        using var kept = new MemoryStream();
        var piece = new byte[1 << 16];
        while (await stream.ReadAsync(piece, cancellationToken) is var count and > 0)
        {
            if (kept.Length + count > MaxOutput)
                throw Wrong();
            kept.Write(piece, 0, count);
        }

        return Encoding.UTF8.GetString(kept.GetBuffer(), 0, (int)kept.Length);
    }

    /// <summary>Returns the problem of an output in another form.</summary>
    public static RequestException Wrong() =>
        new(ProblemTypes.EmulatorFailed, "The emulator's answer is not in the form that the bridge expects.");
}
