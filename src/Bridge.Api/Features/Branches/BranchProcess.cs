using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Branches;

/// <summary>A process that runs branches, request after request, and its folder. Both end with this object.</summary>
internal sealed class BranchProcess(ChildProcess process, TemporaryFolder folder, BranchMachine machine) : IAsyncDisposable
{
    // As in emulator/host/failure.h.
    private const int CouldNotStart = 2, WrongModel = 4;

    private readonly BranchReader _reader = new(process.Output);

    /// <summary>Gets the machine that it runs.</summary>
    public BranchMachine Machine => machine;

    /// <summary>Gets or sets when it ran the last request.</summary>
    public DateTimeOffset LastUsed { get; set; }

    /// <summary>Gets whether it still runs.</summary>
    public bool IsRunning => !process.HasExited;

    /// <summary>Runs branches. After an exception the process can't be used any more.</summary>
    /// <param name="start">The moment from which they begin.</param>
    /// <param name="plans">The branches.</param>
    /// <param name="onEnd">Gets the end of each branch, in order.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">The movie or the state is not one of this game, or the program failed.</exception>
    public async Task RunAsync(
        BranchStart start, IReadOnlyList<BranchPlan> plans, Action<BranchPlan, BranchEnd> onEnd, CancellationToken cancellationToken)
    {
        try
        {
            // Writes while it reads, because a program that refuses a request may not read all of it. The write ends with the program at
            // the latest.
            var writing = WriteAsync(start, plans, cancellationToken);
            for (var index = 0; index < plans.Count; index++)
                onEnd(plans[index], await _reader.ReadAsync(plans[index], index, cancellationToken));
            await _reader.ReadDoneAsync(cancellationToken);
            await writing.WaitAsync(cancellationToken);
        }
        catch (BranchRefusedException refused)
        {
            throw BranchFault.Of(refused.Message, start.State is not null, plans);
        }
        catch (InvalidDataException wrong)
        {
            throw new RequestException(ProblemTypes.EmulatorFailed, wrong.Message);
        }
        catch (Exception exception) when (exception is EndOfStreamException or IOException)
        {
            throw await FailureAsync(cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        process.Dispose();
        await _reader.DisposeAsync();
        folder.Dispose();
    }

    // Never fails: what the program has written says what is wrong, or its exit code.
    private async Task WriteAsync(BranchStart start, IReadOnlyList<BranchPlan> plans, CancellationToken cancellationToken)
    {
        try
        {
            await BranchRequestWriter.WriteAsync(process.Input, start, plans, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException or ObjectDisposedException)
        {
            // The program has ended.
        }
    }

    private async Task<RequestException> FailureAsync(CancellationToken cancellationToken)
    {
        var (exitCode, said) = await process.WaitAsync(cancellationToken);
        said = said.Replace("mgba-host: ", "", StringComparison.Ordinal);
        return exitCode is CouldNotStart or WrongModel
            ? new RequestException(ProblemTypes.Conflict, $"The branches can't run with this ROM: {said}")
            : new RequestException(ProblemTypes.EmulatorFailed, string.Create(
                CultureInfo.InvariantCulture, $"The emulator ended with exit code {exitCode}. {said}"));
    }
}
