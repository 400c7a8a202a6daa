using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Where a game is stopped between two instructions (docs/protocol/commands.md, "Breakpoints").</summary>
/// <param name="Left">After this time it goes on by itself.</param>
/// <param name="Next">The address of the instruction that it runs next.</param>
/// <param name="Hit">
/// What stopped it, with the present registers. After steps its <see cref="BreakpointHit.Id"/> is 0, and it has no access.
/// </param>
public sealed record GameStop(TimeSpan Left, uint Next, BreakpointHit Hit)
{
    /// <summary>Reads the arguments of a reply; null: it has none.</summary>
    /// <exception cref="Model.EmulatorException">They have another form.</exception>
    internal static GameStop? ReadIfAny(ReadOnlySpan<byte> arguments)
    {
        if (arguments.IsEmpty)
            return null;
        var left = TimeSpan.FromMilliseconds(ReplyArguments.TakeNumber(ref arguments));
        var next = (uint)ReplyArguments.TakeNumber(ref arguments);
        return new GameStop(left, next, BreakpointHit.Read(Encoding.ASCII.GetString(arguments)));
    }
}
