using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for cheats (docs/protocol/commands.md, "Cheats"). Only the bundled emulator has these commands; others fail with
/// <see cref="EmulatorFailure.Unsupported"/>. All codes are parsed before one acts: a wrong one is a
/// <see cref="EmulatorFailure.BadRequest"/> whose parameter is its place, like <c>cheats[0].lines[2]</c>, and changes nothing.
/// </summary>
public static class CheatCommands
{
    /// <summary>Gets all cheats, and the frame of the reply.</summary>
    public static async Task<(IReadOnlyList<GameCheat> Cheats, long Frame)> GetCheatsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.CheatsList.Request(), cancellationToken).ConfigureAwait(false);
        return (GameCheat.Read(Encoding.UTF8.GetString(reply.Payload.Span)), reply.Frame);
    }

    /// <summary>Replaces all cheats.</summary>
    public static Task SetCheatsAsync(this EmulatorClient emulator, IEnumerable<GameCheat> cheats, CancellationToken cancellationToken) =>
        SendAsync(emulator, CommandTable.CheatsSet, cheats, cancellationToken);

    /// <summary>Adds cheats; each replaces the one of its name.</summary>
    public static Task PutCheatsAsync(this EmulatorClient emulator, IEnumerable<GameCheat> cheats, CancellationToken cancellationToken) =>
        SendAsync(emulator, CommandTable.CheatsPut, cheats, cancellationToken);

    /// <summary>Switches a cheat on or off.</summary>
    /// <returns>Whether there is one of this name.</returns>
    public static async Task<bool> SwitchCheatAsync(
        this EmulatorClient emulator, string name, bool on, CancellationToken cancellationToken)
    {
        var request = CommandTable.CheatsSwitch.Request(name, on ? 1 : 0);
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ReplyArguments.TakeNumber(ref arguments) != 0;
    }

    /// <summary>Removes the cheat of a name, or all with an empty one.</summary>
    /// <returns>How many there were.</returns>
    public static async Task<int> RemoveCheatsAsync(this EmulatorClient emulator, string name, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.CheatsRemove.Request(name), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (int)ReplyArguments.TakeNumber(ref arguments);
    }

    private static async Task SendAsync(
        EmulatorClient emulator, CommandDescriptor command, IEnumerable<GameCheat> cheats, CancellationToken cancellationToken)
    {
        var request = command.Request() with { Payload = Encoding.UTF8.GetBytes(GameCheat.Write(cheats)) };
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
    }
}
