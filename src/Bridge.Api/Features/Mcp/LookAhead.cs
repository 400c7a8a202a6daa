using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Finds in branches what a frozen game would show without presses, and whether buttons have an effect. The game itself doesn't change.
/// </summary>
internal sealed class LookAhead(BranchRunner branches, TimeProvider time)
{
    // In frames: how far it looks, and at which moments it looks for parts that keep moving.
    private const int Far = 120;
    private static readonly int[] Near = [12, 24, 36];

    // For how many frames a button is down.
    private const int Press = 24;
    private static readonly string[] Buttons = ["A", "B", "Start", "Right", "Left", "Up", "Down"];

    // It takes some 50 ms on a quiet machine.
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(5);

    /// <summary>Looks ahead; null if that isn't possible here, or takes too long.</summary>
    /// <param name="target">The emulator, whose game is frozen, and its client.</param>
    /// <param name="now">The present picture.</param>
    /// <param name="keepsMoving">Whether a part of it keeps moving.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public async Task<Prospect?> FindAsync(McpTarget target, Picture now, bool keepsMoving, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(MaxTime, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            return await LookAsync(target, now, keepsMoving, either.Token);
        }
        catch (Exception failed) when (failed is RequestException or EmulatorException
            || (failed is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // The turn has been played already, and its result must be returned.
            return null;
        }
    }

    private async Task<Prospect> LookAsync(McpTarget target, Picture now, bool keepsMoving, CancellationToken cancellationToken)
    {
        var (moving, next) = keepsMoving
            ? await LookPastMovingAsync(target, now, cancellationToken)
            : (null, await FindChangeAsync(target, cancellationToken));
        var waitsForButtons = next is not null && await ButtonsWorkAsync(target, cancellationToken);
        return new Prospect(moving, waitsForButtons ? null : next);
    }

    // After how many frames the picture is another one; null: it stays the same as far as it looks.
    private async Task<int?> FindChangeAsync(McpTarget target, CancellationToken cancellationToken)
    {
        var changed = new BranchRequest(Until: new Until(Screen: ConditionRules.Changed), TimeoutFrames: Far);
        var ended = await PlayAsync(target, [changed], cancellationToken);
        return ended.Branches[0] is { Met: true, Frames: var frames } ? (int)frames : null;
    }

    private async Task<(MovingParts? Moving, int? Next)> LookPastMovingAsync(
        McpTarget target, Picture now, CancellationToken cancellationToken)
    {
        var ahead = await SeeAsync(target, [.. Near, Far], frames => new BranchRequest(Settle: frames), cancellationToken);
        try
        {
            var moving = MovingParts.Find([now, .. ahead.SkipLast(1)]);
            // Until the last of Near, all changes count as moving. So something new comes after it, and the wait is that long.
            return (moving, moving is { CoversMost: false } && IsNew(moving.Without(now), moving.Without(ahead[^1])) ? Near[^1] : null);
        }
        finally
        {
            Array.ForEach(ahead, picture => picture.Dispose());
        }
    }

    // Whether the picture after any of the buttons is another one than without a button.
    private async Task<bool> ButtonsWorkAsync(McpTarget target, CancellationToken cancellationToken)
    {
        var pressed = await SeeAsync(target, [null, .. Buttons], button => button is null
            ? new BranchRequest(Settle: Press)
            : new BranchRequest(Steps: [new SequenceStep([button], Press, Release: 0)]), cancellationToken);
        try
        {
            return pressed.Skip(1).Any(picture => PictureChange.Describe(pressed[0], picture) != PictureChange.Nothing);
        }
        finally
        {
            Array.ForEach(pressed, picture => picture.Dispose());
        }
    }

    // OWNS both.
    private static bool IsNew(Picture before, Picture now)
    {
        using (before)
        using (now)
            return PictureChange.Describe(before, now) != PictureChange.Nothing;
    }

    // The pictures are OWNED BY THE CALLER.
    private async Task<Picture[]> SeeAsync<T>(
        McpTarget target, IReadOnlyList<T> each, Func<T, BranchRequest> branchOf, CancellationToken cancellationToken)
    {
        var ended = await PlayAsync(target, each.Select(one => branchOf(one) with { Screen = ScreenRequest.Plain }), cancellationToken);
        return [.. ended.Branches.Select(branch => PngReader.Read(branch.Png!, ended.From + branch.Frames))];
    }

    private Task<BranchesResponse> PlayAsync(McpTarget target, IEnumerable<BranchRequest> ways, CancellationToken cancellationToken) =>
        branches.RunAsync(target.Emulator, new BranchesRequest([.. ways]), target.Token, onEnd: null, cancellationToken);
}
