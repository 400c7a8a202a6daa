using System.Globalization;
using Bridge.Doors.Listening;
using Bridge.Doors.Players;
using Bridge.Doors.RetroArch.Commands;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.RetroArch.Sessions;

/// <summary>Runs the commands of a door, one at a time. Not thread-safe.</summary>
internal sealed class CommandRunner : IAsyncDisposable
{
    // Clients compare it with the oldest one that they take; this one has all commands below.
    private const string Version = "1.21.0\n";

    private readonly EmulatorClient _emulator;
    private readonly DoorAccess _access;
    private readonly CoreMemory _memory;
    private readonly PausedGame _paused;
    private readonly Screenshots _screenshots;
    private readonly Dictionary<string, Func<NetworkCommand, CancellationToken, Task<string?>>> _commands;
    private int _slot;

    /// <param name="plan">The door.</param>
    /// <param name="clients">The name of its clients, for the log.</param>
    public CommandRunner(DoorPlan plan, string clients)
    {
        (_emulator, _access) = (plan.Emulator, plan.Access);
        (_memory, _paused) = (new CoreMemory(plan.Emulator), new PausedGame(plan.Emulator, plan.Time));
        _screenshots = new Screenshots(plan, clients);
        _commands = new()
        {
            ["VERSION"] = (command, _) => Task.FromResult(command.Rest.Length == 0 ? Version : null),
            ["HELP"] = (command, _) => Task.FromResult(command.Rest.Length == 0 ? Help() : null),
            ["GET_STATUS"] = GetStatusAsync,
            ["GET_CONFIG_PARAM"] = (command, _) => Task.FromResult(GetConfigParam(command)),
            ["READ_CORE_MEMORY"] = _memory.ReadBusAsync,
            ["READ_CORE_RAM"] = _memory.ReadLineAsync,
            ["WRITE_CORE_MEMORY"] = (command, token) => _memory.WriteBusAsync(command, MayWrite, token),
            ["WRITE_CORE_RAM"] = (command, token) => Change(command, () => _memory.WriteLineAsync(command, token)),
            ["PAUSE_TOGGLE"] = (command, token) => Change(command, () => _paused.ToggleAsync(token)),
            ["FRAMEADVANCE"] = (command, token) => Change(command, () => _paused.AdvanceAsync(token)),
            ["RESET"] = (command, token) => Change(command, () => _emulator.ResetAsync(token)),
            ["SAVE_STATE"] = (command, token) => Change(command, () => SaveAsync(_slot, token)),
            ["LOAD_STATE"] = (command, token) => Change(command, () => LoadAsync(_slot, token)),
            ["STATE_SLOT_PLUS"] = (command, _) => Change(command, () => Choose(_slot + 1)),
            ["STATE_SLOT_MINUS"] = (command, _) => Change(command, () => Choose(_slot - 1)),
            ["SAVE_STATE_SLOT"] = (command, token) => WithSlot(command, slot => SaveAsync(slot, token)),
            ["LOAD_STATE_SLOT"] = (command, token) => WithSlot(command, slot => LoadAsync(slot, token)),
            ["SCREENSHOT"] = (command, token) => Change(command, () => _screenshots.TakeAsync(token)),
            ["SHOW_MSG"] = (command, token) => Change(command, () => PlayerMessages.ShowAsync(_emulator, command.Rest, token)),
            ["SHOW_MESG"] = (command, token) => Change(command, () => PlayerMessages.ShowAsync(_emulator, command.Rest, token)),
        };
    }

    private bool MayWrite => _access == DoorAccess.Write;

    /// <summary>Runs a command and returns its reply; null: it has none. One that RetroArch doesn't know does nothing.</summary>
    /// <exception cref="EmulatorException">The emulator can't run it.</exception>
    public Task<string?> RunAsync(NetworkCommand command, CancellationToken cancellationToken) =>
        _commands.TryGetValue(command.Word, out var run) ? run(command, cancellationToken) : Task.FromResult<string?>(null);

    /// <summary>Lets the game go on, if a client has paused it.</summary>
    public ValueTask DisposeAsync() => _paused.DisposeAsync();

    // A command that takes no arguments is ignored if it has some: a reply that another program sends back must not run as a command.
    private async Task<string?> GetStatusAsync(NetworkCommand command, CancellationToken cancellationToken)
    {
        if (command.Rest.Length > 0)
            return null;
        if (_emulator.Status is not { State: not EmulatorState.NoGame, Facts: { Platform: not "none" } facts })
            return "GET_STATUS CONTENTLESS"; // RetroArch sends this reply without a line feed.
        var state = await _paused.IsPausedAsync(cancellationToken).ConfigureAwait(false) ? "PAUSED" : "PLAYING";
        // Clients split the rest at commas.
        return $"GET_STATUS {state} {(facts.Platform == "GBA" ? "game_boy_advance" : "game_boy")},{facts.Title.Replace(',', ' ')},"
            + $"crc32={Crc32Of(facts):x}\n";
    }

    // As %x, without zeros in front.
    private static uint Crc32Of(EmulatorFacts facts) =>
        uint.TryParse(facts.Crc32, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value) ? value : 0;

    // Clients of this door aren't told the folders of the bridge.
    private static string? GetConfigParam(NetworkCommand command) => command.Rest.Trim(' ') is { Length: > 0 and <= 64 } name
        ? $"GET_CONFIG_PARAM {name} {(name == "video_fullscreen" ? "false" : "unsupported")}\n"
        : null;

    private string Help() => $"HELP {string.Join(' ', _commands.Keys)}\n";

    // Without the access, nothing happens.
    private async Task<string?> Change(NetworkCommand command, Func<Task> run)
    {
        if (MayWrite && (command.Rest.Length == 0 || command.Word is "WRITE_CORE_RAM" or "SHOW_MSG" or "SHOW_MESG"))
            await run().ConfigureAwait(false);
        return null;
    }

    private async Task<string?> WithSlot(NetworkCommand command, Func<int, Task> run)
    {
        if (!MayWrite || command.ReadSlot() is not { } slot)
            return null;
        await run(slot).ConfigureAwait(false);
        return null;
    }

    private Task<long> SaveAsync(int slot, CancellationToken cancellationToken) =>
        _emulator.SaveSlotAsync(slot, StateParts.All, cancellationToken);

    private Task<long> LoadAsync(int slot, CancellationToken cancellationToken) =>
        _emulator.LoadSlotAsync(slot, StateParts.Loaded, cancellationToken);

    private Task Choose(int slot)
    {
        _slot = Math.Clamp(slot, 0, NetworkLimits.LastSlot);
        return Task.CompletedTask;
    }
}
