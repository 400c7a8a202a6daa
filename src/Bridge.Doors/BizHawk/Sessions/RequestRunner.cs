using Bridge.Doors.BizHawk.Memory;
using Bridge.Doors.BizHawk.Messages;
using Bridge.Doors.Listening;
using Bridge.Doors.Players;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>
/// Runs a client's lists: what is about memory in one frame, and the rest around it. Not thread-safe. A failure that may pass ends the
/// session instead of being an error in the reply, because clients connect again after the former, and stop after the latter.
/// </summary>
internal sealed class RequestRunner(DoorPlan door, CancellationToken stopping)
{
    // Less than the five seconds that a client waits.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4);

    private readonly EmulatorClient _emulator = door.Emulator;
    private readonly GameReader _game = new(door.Emulator);
    private readonly GameLock _lock = new(door.Emulator);
    private bool _isLocked;

    /// <summary>Waits for a game, if there is none.</summary>
    /// <exception cref="SessionEndException">There is none after four seconds.</exception>
    public async Task WaitForGameAsync()
    {
        if (_game.Facts is not null)
            return;
        using var patience = new CancellationTokenSource(Patience, door.Time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stopping);
        await _emulator.WaitUntilRunningAsync(end.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_game.Facts is null)
            throw new SessionEndException(stopping.IsCancellationRequested ? "its port was closed" : "no game runs");
    }

    /// <summary>Runs a list, and returns the reply line.</summary>
    /// <exception cref="SessionEndException">The emulator is gone, or does not reply.</exception>
    public async Task<ReadOnlyMemory<byte>> RunAsync(IReadOnlyList<ConnectorRequest> requests)
    {
        using var patience = new CancellationTokenSource(Patience, door.Time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stopping);
        var (plan, failure) = await PlanAsync(requests, end.Token).ConfigureAwait(false);
        var lockProblem = await HoldAsync(plan, end.Token).ConfigureAwait(false);
        BatchReply? reply = null;
        try
        {
            if (failure is null && plan.Batch.Count > 0)
                (reply, failure) = await TryAsync(token => _emulator.RunBatchAsync(plan.Batch, token), end.Token).ConfigureAwait(false);
            var line = await WriteAsync(plan, reply, failure, lockProblem, end.Token).ConfigureAwait(false);
            if (!_isLocked)
                await _lock.ReleaseAsync(CancellationToken.None).ConfigureAwait(false);
            return line.Length <= ConnectorLimits.ReplyBytes ? line : TooLong(requests.Count);
        }
        finally
        {
            reply?.Dispose();
        }
    }

    /// <summary>Lets the game go on, because the client leaves.</summary>
    public Task UnlockAsync() => _lock.ReleaseAsync(CancellationToken.None);

    private async Task<(RequestPlan Plan, string? Failure)> PlanAsync(
        IReadOnlyList<ConnectorRequest> requests, CancellationToken cancellationToken)
    {
        IReadOnlyList<BizHawkDomain>? domains = [];
        string? failure = null;
        if (requests.Any(NeedsDomain))
        {
            var isFresh = requests.Any(request => NeedsDomain(request) && (request.Text is "SRAM" or "CartRAM"));
            (domains, failure) = await TryAsync(token => _game.GetDomainsAsync(isFresh, token), cancellationToken).ConfigureAwait(false);
        }

        return (RequestPlan.Of(requests, domains ?? [], door.Access), failure);
    }

    // Before the rest of the list, so that all of it is in the frame in which the game stays.
    private async Task<string?> HoldAsync(RequestPlan plan, CancellationToken cancellationToken)
    {
        if (!plan.Requests.Any(planned => planned is { Request.Kind: RequestKind.Lock, Error: null }))
        {
            await TryAsync(token => _lock.RenewAsync(token), cancellationToken).ConfigureAwait(false);
            return null;
        }

        return await TryAsync(token => _lock.HoldAsync(token), cancellationToken).ConfigureAwait(false);
    }

    private async Task<ReadOnlyMemory<byte>> WriteAsync(
        RequestPlan plan, BatchReply? reply, string? failure, string? lockProblem, CancellationToken cancellationToken)
    {
        using var writer = new ReplyWriter();
        PlannedRequest? failed = null; // The first guard that is false.
        var isGuarded = false; // If the batch has failed, nobody knows whether the guard was true.
        foreach (var planned in plan.Requests)
        {
            var request = planned.Request;
            isGuarded |= request.Kind == RequestKind.Guard;
            if (failed is not null)
                writer.AddGuard(failed.Request.Address, passed: false);
            else if (failure is not null && (isGuarded || NeedsDomain(request)))
                writer.AddError(failure);
            else if (planned.Error is { } error)
                writer.AddError(error);
            else if (request.Kind != RequestKind.Guard)
                await AddAsync(writer, planned, reply?.Results ?? [], lockProblem, cancellationToken).ConfigureAwait(false);
            else if (planned.Passes(reply?.Results ?? []))
                writer.AddGuard(request.Address, passed: true);
            else
                writer.AddGuard((failed = planned).Request.Address, passed: false);
        }

        return writer.End();
    }

    private async Task AddAsync(ReplyWriter writer, PlannedRequest planned, IReadOnlyList<BatchResult> results, string? lockProblem,
        CancellationToken cancellationToken)
    {
        switch (planned.Request.Kind)
        {
            case RequestKind.Ping:
                writer.Add("PONG");
                break;
            case RequestKind.System when _game.Facts is { } facts:
                writer.Add("SYSTEM_RESPONSE", GameReader.SystemOf(facts));
                break;
            case RequestKind.Hash when _game.Facts is { } facts:
                writer.Add("HASH_RESPONSE", facts.Crc32.ToUpperInvariant());
                break;
            case RequestKind.System or RequestKind.Hash:
                throw new SessionEndException("no game runs");
            case RequestKind.PreferredCores:
                writer.AddCores();
                break;
            case RequestKind.MemorySize:
                writer.Add("MEMORY_SIZE_RESPONSE", planned.DomainSize);
                break;
            case RequestKind.Read:
                writer.AddMemory(planned.BytesOf(results));
                break;
            case RequestKind.Write:
                writer.Add("WRITE_RESPONSE");
                break;
            case RequestKind.Lock when lockProblem is not null:
                writer.AddError(lockProblem);
                break;
            case RequestKind.Lock:
                _isLocked = true;
                writer.Add("LOCKED");
                break;
            case RequestKind.Unlock:
                _isLocked = false;
                writer.Add("UNLOCKED");
                break;
            case RequestKind.DisplayMessage:
                await ShowAsync(writer, planned.Request.Text, cancellationToken).ConfigureAwait(false);
                break;
            case RequestKind.SetMessageInterval:
                writer.Add("SET_MESSAGE_INTERVAL_RESPONSE");
                break;
        }
    }

    private async Task ShowAsync(ReplyWriter writer, string text, CancellationToken cancellationToken)
    {
        var problem = await TryAsync(token => PlayerMessages.ShowAsync(_emulator, text, token), cancellationToken).ConfigureAwait(false);
        if (problem is { } failure)
            writer.AddError(failure);
        else
            writer.Add("DISPLAY_MESSAGE_RESPONSE");
    }

    private async Task<string?> TryAsync(Func<CancellationToken, Task> run, CancellationToken cancellationToken) =>
        (await TryAsync(async token =>
        {
            await run(token).ConfigureAwait(false);
            return true;
        }, cancellationToken).ConfigureAwait(false)).Failure;

    private async Task<(T? Result, string? Failure)> TryAsync<T>(Func<CancellationToken, Task<T>> run, CancellationToken cancellationToken)
    {
        try
        {
            return (await run(cancellationToken).ConfigureAwait(false), null);
        }
        catch (EmulatorException exception) when (IsLasting(exception.Failure))
        {
            return (default, exception.Message);
        }
        catch (EmulatorException exception)
        {
            throw new SessionEndException(exception.Message);
        }
        catch (OperationCanceledException) when (!stopping.IsCancellationRequested)
        {
            throw new SessionEndException($"the emulator did not reply in {Patience.TotalSeconds} s");
        }
    }

    private static bool IsLasting(EmulatorFailure failure) => failure is EmulatorFailure.BadRequest or EmulatorFailure.OutOfRange
        or EmulatorFailure.UnknownDomain or EmulatorFailure.ReadOnlyMemory or EmulatorFailure.Conflict or EmulatorFailure.Unsupported
        or EmulatorFailure.EmulatorRefused or EmulatorFailure.ScriptError;

    private static bool NeedsDomain(ConnectorRequest request) =>
        request.Kind is RequestKind.Read or RequestKind.Write or RequestKind.Guard or RequestKind.MemorySize;

    private static ReadOnlyMemory<byte> TooLong(int requests)
    {
        using var writer = new ReplyWriter();
        for (var i = 0; i < requests; i++)
            writer.AddError("The reply has too many bytes.");
        return writer.End();
    }
}
