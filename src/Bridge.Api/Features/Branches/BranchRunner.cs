using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Branches;

/// <summary>Runs branches in processes of their own, and gives the game the end of one of them.</summary>
internal sealed class BranchRunner(
    BranchOptions options, BranchNeeds needs, BranchStarts starts, BranchQueue queue, BranchProcesses processes, MovieRoms roms,
    MovieWork work, SymbolStores symbols, TimeProvider time)
{
    /// <summary>Runs the branches of a request.</summary>
    /// <param name="client">The emulator, which goes on.</param>
    /// <param name="request">The request.</param>
    /// <param name="owner">The token of the client; null: it has none.</param>
    /// <param name="onEnd">
    /// Gets each end as soon as it is there, perhaps several in different threads at the same time; null: only the response has them.
    /// </param>
    /// <param name="cancellationToken">Cancels it; the processes end.</param>
    /// <exception cref="RequestException">A member is invalid, or the branches can't run.</exception>
    public async Task<BranchesResponse> RunAsync(
        EmulatorClient client, BranchesRequest request, AccessToken? owner, Action<BranchResult>? onEnd,
        CancellationToken cancellationToken)
    {
        var (plans, spread, lease) = await ReadAsync(client, request);
        using var place = queue.Enter(owner);
        plans = await starts.WithMoviesAsync(client, plans, cancellationToken);
        var (start, header) = await starts.FindAsync(client, request, cancellationToken);
        var results = new BranchResults(plans.Count, onEnd);
        await RunPartsAsync(start, header, PartsOf(plans, spread), results, cancellationToken);
        var kept = results.Kept is { } end ? await KeepAsync(client, end, lease, cancellationToken) : (long?)null;
        return new BranchesResponse(start.Frame, results.All, request.Keep, kept);
    }

    /// <summary>Checks a request. Whether its movies and its start exist is seen when it runs.</summary>
    /// <exception cref="RequestException">A member is invalid, or a setting for branches is missing.</exception>
    public async Task CheckAsync(EmulatorClient client, BranchesRequest request) => await ReadAsync(client, request);

    private async Task<(IReadOnlyList<BranchPlan> Plans, int Spread, string? Lease)> ReadAsync(
        EmulatorClient client, BranchesRequest request)
    {
        var plans = BranchPlanner.Read(client, request, await symbols.Of(client).ReadyAsync());
        var spread = SpreadOf(request);
        var lease = LeaseOf(request);
        if (request is { State: not null, FromFrame: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "state can't be combined with fromFrame.", "state");
        if (request.State is { } state)
            StateName.Check(state, "state");
        if (request.FromFrame is { } frame)
            BranchRules.FromFrame.Check(frame);
        needs.Check();
        return (plans, spread, lease);
    }

    private int SpreadOf(BranchesRequest request)
    {
        var spread = BranchRules.Spread.Of(request.Spread);
        return spread <= options.Places
            ? spread
            : throw Parameters.Refuse("spread", spread.ToString(CultureInfo.InvariantCulture),
                string.Create(CultureInfo.InvariantCulture, $"1 to {options.Places} (Bridge:Branches:Processes)"));
    }

    private static string? LeaseOf(BranchesRequest request) => request.Lease is null
        ? null
        : request.Keep is null
            ? throw new RequestException(ProblemTypes.InvalidParameter, "lease requires keep.", "lease")
            : HoldEndpoints.LeaseOf(request.Lease);

    // Divides the branches into a part for each process: neighbors stay together, and each part has about the same number of frames. Each
    // branch counts as one frame more, so that those without frames are distributed as well.
    private static IReadOnlyList<IReadOnlyList<BranchPlan>> PartsOf(IReadOnlyList<BranchPlan> plans, int spread)
    {
        var frames = Math.Max(1, plans.Sum(plan => plan.MaxFrames + 1));
        var before = 0L;
        return [.. plans.GroupBy(plan =>
            {
                var part = before * spread / frames;
                before += plan.MaxFrames + 1;
                return part;
            })
            .Select(part => part.ToArray())];
    }

    private async Task RunPartsAsync(
        BranchStart start, MovieHeader header, IReadOnlyList<IReadOnlyList<BranchPlan>> parts, BranchResults results,
        CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = parts.Select(part => RunPartAsync(start, header, part, results, end)).ToArray();
        var all = Task.WhenAll(running);
        await ((Task)all).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        // A part that fails cancels the others, whose exceptions say nothing then.
        if (all.Exception?.InnerExceptions.FirstOrDefault(failure => failure is not OperationCanceledException) is { } failure)
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
        await all;
    }

    private async Task RunPartAsync(
        BranchStart start, MovieHeader header, IReadOnlyList<BranchPlan> plans, BranchResults results, CancellationTokenSource end)
    {
        try
        {
            await processes.RunAsync(
                BranchMachine.Of(header), () => FindRomAsync(header, end.Token),
                process => RunInAsync(process, start, plans, results, end.Token), end.Token);
        }
        catch
        {
            await end.CancelAsync();
            throw;
        }
    }

    private async Task RunInAsync(
        BranchProcess process, BranchStart start, IReadOnlyList<BranchPlan> plans, BranchResults results,
        CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(options.RunTime, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            await process.RunAsync(start, plans, results.Add, end.Token);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new RequestException(ProblemTypes.TimedOut, string.Create(CultureInfo.InvariantCulture,
                $"The branches did not end within {options.RunTime.TotalSeconds:0} s (Bridge:Branches:RunTime)."));
        }
    }

    // As work, because it reads ROMs.
    private async Task<string> FindRomAsync(MovieHeader header, CancellationToken cancellationToken) =>
        (await work.RunAsync(() => roms.Find(header, name: null), ProblemTypes.Conflict, cancellationToken)).Path;

    private static async Task<long> KeepAsync(
        EmulatorClient client, ReadOnlyMemory<byte> state, string? lease, CancellationToken cancellationToken)
    {
        // An act, because it needs the lease of an exclusive hold; without frames to settle, so that the game is exactly there.
        var act = new EmulatorAct { Lease = lease };
        act.Begin(StateParts.Loaded, state);
        using var reply = await client.ActAsync(act, cancellationToken);
        return reply.Frame;
    }
}
