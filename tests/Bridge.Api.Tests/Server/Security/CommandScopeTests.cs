using Bridge.Api.Tests.Features;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Tests.Server.Security;

/// <summary>An operation that sends one command needs the scope of that command in the command table, as the raw listener does.</summary>
public sealed class CommandScopeTests(RefusingBridge bridge)
{
    // Operations that send several commands or none are left out.
    private static readonly Dictionary<string, string> CommandOf = new()
    {
        ["RunBatch"] = "batch",
        ["GetButtons"] = "buttons.get",
        ["HoldButtons"] = "buttons.set",
        ["ReleaseButtons"] = "buttons.clear",
        ["PressButtons"] = "buttons.press",
        ["PressButtonsFromAddressBar"] = "buttons.press",
        ["PlaySequence"] = "buttons.sequence",
        ["GetSequence"] = "buttons.status",
        ["CancelSequence"] = "buttons.cancel",
        ["WriteConsole"] = "log",
        ["Echo"] = "echo",
        ["EchoBody"] = "echo",
        ["GetEmulator"] = "info",
        ["Reset"] = "reset",
        ["StreamEvents"] = "events.subscribe",
        ["SetWatch"] = "watch.set",
        ["ImportWatches"] = "watch.set",
        ["DeleteWatch"] = "watch.clear",
        ["WaitForFrames"] = "frames.wait",
        ["Act"] = "act",
        ["GetHold"] = "frames.status",
        ["HoldGame"] = "frames.hold",
        ["ReleaseGame"] = "frames.release",
        ["StepGame"] = "frames.step",
        ["GetHistory"] = "history",
        ["MarkHistory"] = "history.mark",
        ["AddNote"] = "note",
        ["ListNotes"] = "notes",
        ["ShowMessage"] = "message.show",
        ["RewindGame"] = "history.rewind",
        ["ReadMemory"] = "memory.get",
        ["WriteMemory"] = "memory.set",
        ["ListMemoryDomains"] = "memory.domains",
        ["LoadRom"] = "rom.load",
        ["ListRegisters"] = "registers",
        ["ReadRegister"] = "register.get",
        ["WriteRegister"] = "register.set",
        ["Disassemble"] = "disassemble",
        ["ListBreakpoints"] = "breakpoint.list",
        ["SetBreakpoint"] = "breakpoint.set",
        ["DeleteBreakpoint"] = "breakpoint.clear",
        ["DeleteBreakpoints"] = "breakpoint.clear",
        ["StopGame"] = "breakpoint.stop",
        ["ContinueGame"] = "breakpoint.continue",
        ["StepInstructions"] = "breakpoint.step",
        ["RunUntil"] = "breakpoint.await",
        ["GetCallStack"] = "callstack",
        ["SetSound"] = "sound.volume",
        ["StreamAudio"] = "sound.read",
        ["GetSensors"] = "sensors.status",
        ["SetSensors"] = "sensors.set",
        ["ListCheats"] = "cheats.list",
        ["SetCheats"] = "cheats.set",
        ["ImportCheats"] = "cheats.put",
        ["SetCheat"] = "cheats.put",
        ["DeleteCheat"] = "cheats.remove",
        ["DeleteCheats"] = "cheats.remove",
        ["GetScreen"] = "screen.png",
        ["StreamScreen"] = "screen.raw",
        ["GetSpeed"] = "speed.get",
        ["SetSpeed"] = "speed.set",
        ["SetLease"] = "expire",
        ["GetState"] = "state.save",
        ["PutState"] = "state.load",
        ["SaveSlot"] = "slot.save",
        ["LoadSlot"] = "slot.load",
        ["CoreStep"] = "core.step",
        ["CoreAddKey"] = "buttons.add",
        ["CoreClearKey"] = "buttons.remove",
        ["CoreReadRange"] = "memory.span",
        ["CoreLoadSaveFile"] = "save.load",
        ["CoreAutoloadSave"] = "save.autoload",
        ["CoreWrite8"] = "memory.set",
        ["CoreAdapterReset"] = "reset",
        ["MemoryDomainReadRange"] = "memory.span",
    };

    // Sent within operations of other names, or by the bridge itself.
    private static readonly string[] WithoutOperation =
    [
        "hello", "authenticate", "ping", "tick", "cancel", "memory.read", "memory.write", "memory.guard", "memory.wait", "screen.shown",
        "screen.wait",
        "until.wait", "watch.achievement", "buttons.lease", "history.state", "movie.write", "movie.read", "movie.send", "movie.play",
        "cheats.switch",
    ];

    [Fact]
    public async Task An_operation_needs_the_scope_of_its_command()
    {
        var scopes = (await OpenApiOperation.ReadAsync(bridge.Client))
            .Where(operation => operation.Body.TryGetProperty("x-scope", out _))
            .ToDictionary(operation => operation.Name, operation => operation.Body.GetProperty("x-scope").GetString());

        Assert.All(CommandOf, pair => Assert.Equal(CommandTable.Find(pair.Value)!.Scope.ToString().ToLowerInvariant(), scopes[pair.Key]));
    }

    [Fact]
    public void Every_command_is_covered() =>
        Assert.Equal(
            CommandTable.All.Select(command => command.Name).Order(StringComparer.Ordinal),
            CommandOf.Values.Distinct().Concat(WithoutOperation).Order(StringComparer.Ordinal));
}
