using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.History;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Branches;

/// <summary>Reads the branches of a body. Has no side effects.</summary>
internal static class BranchPlanner
{
    /// <summary>Reads them; the inputs of movies are still missing.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="request">The request.</param>
    /// <param name="symbols">The symbols of the game.</param>
    /// <exception cref="RequestException">A member is missing or invalid; the exception names it.</exception>
    public static IReadOnlyList<BranchPlan> Read(EmulatorClient client, BranchesRequest request, SymbolsNow symbols)
    {
        var pictures = request.Branches?.Count(branch => branch?.Screen is not null) ?? 0;
        var plans = new List<BranchPlan>();
        BodyList.Read(
            request.Branches ?? throw Parameters.Missing("branches", $"a list of 1 to {BranchRules.MaxBranches} branches"), "branches",
            branch => plans.Add(Read(client, branch, plans.Count, request.Keep, pictures, symbols)), BranchRules.MaxBranches);
        CheckNames(plans, request.Keep);
        CheckBytes(plans);
        CheckFrames(plans);
        return plans;
    }

    /// <summary>Checks the numbers of frames.</summary>
    /// <exception cref="RequestException">A branch or all of them have too many.</exception>
    public static void CheckFrames(IReadOnlyList<BranchPlan> plans)
    {
        foreach (var plan in plans.Where(plan => plan.MaxFrames > BranchRules.MaxFrames))
        {
            throw Refuse($"branches[{plan.Index}]", string.Create(CultureInfo.InvariantCulture,
                $"must run at most {BranchRules.MaxFrames} frames, with timeoutFrames and settle; it may run {plan.MaxFrames}."));
        }

        if (plans.Sum(plan => plan.MaxFrames) is > BranchRules.MaxAllFrames and var frames)
        {
            throw Refuse("branches", string.Create(CultureInfo.InvariantCulture,
                $"must run at most {BranchRules.MaxAllFrames} frames together; they may run {frames}."));
        }
    }

    private static BranchPlan Read(
        EmulatorClient client, BranchRequest branch, int index, string? keep, int pictures, SymbolsNow symbols)
    {
        var name = branch.Name is null
            ? index.ToString(CultureInfo.InvariantCulture) : HistoryEndpoints.NameOf(branch.Name, "name");
        var settle = BranchRules.Settle.Of(branch.Settle);
        if (branch is { Steps: null, Repeat: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "repeat requires steps.", "repeat");
        if (branch is { Steps: not null, Movie: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "steps can't be combined with movie.", "steps");
        var steps = LastStep.Of(branch.Steps, branch.Repeat, branch.Settle);
        return new BranchPlan(
            index, name, steps is null ? BranchInputs.None : InputsOf(SequenceSteps.Read(client, steps, branch.Repeat)))
        {
            Movie = branch.Movie is { } movie ? StateName.Check(movie, "movie") : null,
            Wait = ConditionLines.Read(branch.Until, branch.TimeoutFrames, symbols), Settle = settle, IsKept = name == keep,
            Places = branch.Read is { } read ? BranchPlace.Read(read, symbols) : null,
            Form = branch.Screen is { } screen ? PictureForm.Read(screen, pictures) : null,
            IsPlain = ReferenceEquals(branch.Screen, ScreenRequest.Plain),
        };
    }

    private static BranchInputs InputsOf(ButtonSequence sequence)
    {
        var (keys, frame, mask) = (new List<(int, int)>(), 0, 0);
        for (var repetition = 0; repetition < sequence.Repeat; repetition++)
        {
            foreach (var line in sequence.Lines)
            {
                if ((int)line.Down != mask)
                    keys.Add((frame, mask = (int)line.Down));
                frame += line.Frames;
            }
        }

        if (mask != 0)
            keys.Add((frame, 0));
        return new BranchInputs(keys, frame);
    }

    private static void CheckNames(List<BranchPlan> plans, string? keep)
    {
        var names = new HashSet<string>();
        foreach (var plan in plans.Where(plan => !names.Add(plan.Name)))
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"branches[{plan.Index}].name must differ from those of other branches, which without one are called like their index; got "
                + $"\"{plan.Name}\".",
                $"branches[{plan.Index}].name");
        }

        if (keep is not null && !names.Contains(keep))
        {
            throw Parameters.Refuse(
                "keep", keep, "the name of one of the branches; one without a name is called like its index, from 0");
        }
    }

    private static void CheckBytes(List<BranchPlan> plans)
    {
        if (plans.Sum(plan => plan.Places?.Sum(place => (long)place.Length) ?? 0) is > BranchRules.MaxReadBytes and var bytes)
        {
            throw Refuse("branches", string.Create(CultureInfo.InvariantCulture,
                $"must read at most {BranchRules.MaxReadBytes:N0} bytes together; they read {bytes:N0}."));
        }
    }

    private static RequestException Refuse(string name, string sentence) =>
        new(ProblemTypes.InvalidParameter, $"{name} {sentence}", name);
}
