using System.Collections.Frozen;
using Bridge.Api.Access;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Raw;

/// <summary>The scope that each command needs of a token, the same as of the operations of HTTP that send it.</summary>
internal static class DoorScopes
{
    private static readonly FrozenDictionary<string, Scope> ByCommand = new Dictionary<Scope, string[]>
    {
        [Scope.Read] =
        [
            "echo", "info", "memory.domains", "memory.get", "memory.read", "memory.guard", "buttons.get", "buttons.status", "frames.wait", "memory.wait",
            "screen.wait", "frames.status", "register.get", "registers", "screen.png", "screen.raw", "batch", "speed.get",
        ],
        [Scope.Input] =
        [
            "buttons.set", "buttons.lease", "buttons.add", "buttons.remove", "buttons.clear", "buttons.press", "buttons.sequence", "buttons.cancel",
            "frames.hold", "frames.step", "frames.let-go",
        ],
        [Scope.Write] = ["memory.set", "memory.write", "register.set", "log", "core.step"],
        [Scope.States] = ["state.save", "state.load", "slot.save", "slot.load"],
        [Scope.Admin] = ["reset", "speed.set"],
    }.SelectMany(pair => pair.Value.Select(command => KeyValuePair.Create(command, pair.Key))).ToFrozenDictionary();

    public static Scope Of(PlainCommand command) => ByCommand[command.Name];
}
