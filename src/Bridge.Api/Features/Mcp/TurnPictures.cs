using System.Globalization;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>The pictures of a turn before its last one: after presses or repetitions, or spread in time.</summary>
internal static class TurnPictures
{
    /// <summary>Max pictures before the last one.</summary>
    public const int Max = 3;

    /// <summary>
    /// Returns where each was taken, and the picture, or what it shows if that is known: a picture of the same turn, or one color.
    /// </summary>
    /// <param name="plan">The turn's plan.</param>
    /// <param name="turn">The turn.</param>
    /// <param name="last">The last picture, which is shown; empty: it isn't.</param>
    public static IEnumerable<(string Text, byte[]? Png)> Of(TurnPlan plan, ModelTurn turn, ReadOnlyMemory<byte> last)
    {
        var shown = new List<(long Frame, ReadOnlyMemory<byte> Png)> { (turn.Frame, last) };
        foreach (var ((frame, png), press) in Taken(plan, turn).Where(taken => taken.Picture.Frame < turn.Frame).Take(Max))
        {
            var text = string.Create(CultureInfo.InvariantCulture, $"frame {frame}{(press is null ? "" : $", after {press}")}");
            var same = shown.FindIndex(other => other.Png.Span.SequenceEqual(png));
            if (same >= 0)
            {
                yield return (string.Create(CultureInfo.InvariantCulture, $"{text}: as in frame {shown[same].Frame}"), Png: null);
                continue;
            }

            using var picture = PngReader.Read(png, frame);
            if (PictureChange.OnlyColorOf(picture) is { } color)
            {
                yield return ($"{text}: all {color}", Png: null);
                continue;
            }

            shown.Add((frame, png));
            yield return (text, png);
        }
    }

    /// <summary>Says which pictures are shown, if those are not all.</summary>
    public static string? Describe(TurnPlan plan, ModelTurn turn) =>
        plan is { ShowsRounds: true, Calm.Presses: null } ? Describe(turn.ChangingRounds, "repetitions that changed something")
        : plan.ShowsRounds ? Describe(turn.ChangingRounds, "presses that changed something")
        : plan.Asked.EachStep == true ? Describe(plan.Presses.Count, "presses") : null;

    private static string? Describe(int count, string things) => count > Max + 1
        ? string.Create(CultureInfo.InvariantCulture, $"the last {Max + 1} of {count} {things}") : null;

    // The picture at the end is the one after the last press or round.
    private static IEnumerable<(KeyFrame Picture, string? Press)> Taken(TurnPlan plan, ModelTurn turn)
    {
        if (plan.ShowsRounds)
            return turn.Ends.Select(end => (end.Picture, (string?)end.Name));
        if (plan.Views is not { } views)
            return turn.OnTheWay.Select(picture => (picture, (string?)null));
        var presses = plan.Presses.SkipLast(1).TakeLast(views.Count).Select(PressText.Of);
        return turn.OnTheWay.Zip(presses, (picture, press) => (picture, (string?)press));
    }
}
