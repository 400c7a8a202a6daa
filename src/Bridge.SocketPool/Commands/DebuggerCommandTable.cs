using Bridge.SocketPool.Framing;
using static Bridge.SocketPool.Commands.CommandRouting;
using static Bridge.SocketPool.Model.ReplayCategory;

namespace Bridge.SocketPool.Commands;

/// <summary>Lists the commands of the debugger, a part of <see cref="CommandTable"/>.</summary>
internal static class DebuggerCommandTable
{
    public static readonly CommandDescriptor Disassemble = ReadingOnly("disassemble");
    public static readonly CommandDescriptor CallStack = ReadingOnly("callstack");

    // Repeated, it sets another breakpoint.
    public static readonly CommandDescriptor BreakpointSet =
        new("breakpoint.set", NotReplayable, CommandScope.Write) { IsForRawClients = true };

    public static readonly CommandDescriptor BreakpointClear =
        new("breakpoint.clear", LastWriteWins, CommandScope.Write) { IsForRawClients = true };

    public static readonly CommandDescriptor BreakpointList = ReadingOnly("breakpoint.list");
    public static readonly CommandDescriptor BreakpointStop = UntilStop("breakpoint.stop");

    public static readonly CommandDescriptor BreakpointContinue =
        new("breakpoint.continue", NotReplayable, CommandScope.Write) { IsForRawClients = true };

    public static readonly CommandDescriptor BreakpointStep = UntilStop("breakpoint.step");
    public static readonly CommandDescriptor BreakpointAwait = UntilStop("breakpoint.await");

    /// <summary>Gets all of them.</summary>
    public static IReadOnlyList<CommandDescriptor> All { get; } =
    [
        Disassemble, CallStack, BreakpointSet, BreakpointClear, BreakpointList, BreakpointStop, BreakpointContinue, BreakpointStep,
        BreakpointAwait,
    ];

    private static CommandDescriptor ReadingOnly(string name) => new(name, ReadOnly, CommandScope.Read) { IsForRawClients = true };

    // Its reply comes when the game has stopped.
    private static CommandDescriptor UntilStop(string name) => new(name, NotReplayable, CommandScope.Write)
    {
        IsForRawClients = true, Frames = CommandFrames.OfArgument(1, WireLimits.WaitFrames),
    };
}
