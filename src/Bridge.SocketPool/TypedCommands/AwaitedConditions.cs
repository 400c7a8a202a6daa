using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Conditions on values in memory and on the picture to wait for.</summary>
/// <param name="NeedsAll">Whether all must have held, and not any.</param>
/// <param name="Lines">1 to 16 conditions as lines, without the line feed (docs/protocol/branches.md, "Request").</param>
/// <param name="Frames">Max frames to wait, 1 to 36,000.</param>
public sealed record AwaitedConditions(bool NeedsAll, IReadOnlyList<string> Lines, int Frames)
{
    internal EmulatorRequest ToRequest() => CommandTable.UntilWait.Request(NeedsAll ? "all" : "any", Frames) with
    {
        Payload = Encoding.ASCII.GetBytes(string.Concat(Lines.Select(line => line + "\n"))),
    };

    /// <summary>Reads which conditions held, from the next of the <paramref name="arguments"/> of a reply.</summary>
    internal static IReadOnlyList<HeldCondition> TakeHeld(ref ReadOnlySpan<byte> arguments)
    {
        var held = new List<HeldCondition>();
        foreach (var one in ReplyArguments.TakeText(ref arguments).Split(',', StringSplitOptions.RemoveEmptyEntries))
        {
            if (one.Split(':') is not [var index, var frame]
                || !int.TryParse(index, NumberStyles.None, CultureInfo.InvariantCulture, out var condition)
                || !int.TryParse(frame, NumberStyles.None, CultureInfo.InvariantCulture, out var after))
            {
                throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script describes a condition that held as \"{one}\".");
            }

            held.Add(new HeldCondition(condition, after));
        }

        return held;
    }
}

/// <summary>A condition that held.</summary>
/// <param name="Index">Its index in <see cref="AwaitedConditions.Lines"/>.</param>
/// <param name="Frames">The frames that had passed since the wait or act began.</param>
public readonly record struct HeldCondition(int Index, int Frames);

/// <summary>Describes the result of a wait for conditions.</summary>
/// <param name="Met">Whether any, or all, held in time.</param>
/// <param name="Held">The conditions that held, in their order.</param>
/// <param name="Waited">How many frames passed.</param>
/// <param name="Frame">The frame at the end of the wait.</param>
public readonly record struct ConditionsResult(bool Met, IReadOnlyList<HeldCondition> Held, int Waited, long Frame);
