using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Looks in branches at what a frozen game would show without presses, and whether it hears buttons. The game itself doesn't notice.
/// </summary>
internal sealed class LookAhead(BranchRunner branches, TimeProvider time)
{
    // In frames from now. What keeps moving shows in the first of them.
    private static readonly int[] Moments = [PressNotation.Hold, 12, 24, 36, 60, 90, 120];
    private const int OfMoving = 4;

    // While a button is down, and some time after it.
    private static readonly int[] OfPresses = [0, OfMoving - 1];

    private static readonly string[] Buttons = ["A", "B", "Start", "Right", "Left", "Up", "Down"];

    // It takes some 50 ms.
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
// The turn before was played, and has to be told.
            return null;
        }
    }

    private async Task<Prospect> LookAsync(McpTarget target, Picture now, bool keepsMoving, CancellationToken cancellationToken)
    {
        var ahead = await PlayAsync(target, Moments.Select(frames => new BranchRequest(Settle: frames)), cancellationToken);
        try
        {
            var moving = keepsMoving ? MovingParts.Find([now, .. ahead.Take(OfMoving)]) : null;
            var next = Array.FindIndex(ahead, picture => IsNew(now, picture, moving));
            return new Prospect(moving, next < 0 || await HearsAsync(target, ahead, cancellationToken) ? null : Moments[next]);
        }
        finally
        {
            Array.ForEach(ahead, picture => picture.Dispose());
        }
    }

    private async Task<bool> HearsAsync(McpTarget target, Picture[] withoutPress, CancellationToken cancellationToken)
    {
        var presses = Buttons.SelectMany(button => OfPresses, (button, moment) => (Button: button, Moment: moment)).ToArray();
        var pressed = await PlayAsync(
            target,
            presses.Select(press => new BranchRequest(
                Steps: [new SequenceStep([press.Button], PressNotation.Hold, Release: 0)],
                Settle: Moments[press.Moment] - PressNotation.Hold)),
            cancellationToken);
        try
        {
            return presses.Zip(pressed).Any(each => IsNew(withoutPress[each.First.Moment], each.Second, moving: null));
        }
        finally
        {
            Array.ForEach(pressed, picture => picture.Dispose());
        }
    }

    private static bool IsNew(Picture before, Picture now, MovingParts? moving)
    {
        if (moving is null)
            return PictureChange.Describe(before, now) != PictureChange.Nothing;
        using var restBefore = moving.Without(before);
        using var rest = moving.Without(now);
        return IsNew(restBefore, rest, moving: null);
    }

    // The pictures are OWNED BY THE CALLER.
    private async Task<Picture[]> PlayAsync(McpTarget target, IEnumerable<BranchRequest> ways, CancellationToken cancellationToken)
    {
        var request = new BranchesRequest([.. ways.Select(way => way with { Screen = ScreenRequest.Plain })]);
        var ended = await branches.RunAsync(target.Emulator, request, target.Token, onEnd: null, cancellationToken);
        return [.. ended.Branches.Select(branch => PngReader.Read(branch.Png!, ended.From + branch.Frames))];
    }
}
