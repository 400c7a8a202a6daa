using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// The commands on ROMs and save files. Paths are those of the machine that mGBA runs on (docs/protocol/commands.md, "ROM and save files").
/// </summary>
public static class RomCommands
{
    /// <summary>Loads another ROM for the same platform; what is no such ROM is refused and changes nothing.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="path">The file.</param>
    /// <param name="reset">Whether the game starts, with its own save file; else the ROM is swapped under the running one.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which it was loaded.</returns>
    public static async Task<long> LoadRomAsync(this EmulatorClient emulator, string path, bool reset, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.RomLoad.Request(path, reset ? 1 : 0), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }

    /// <summary>Gives the game another save file.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="path">The file; it has to exist.</param>
    /// <param name="temporary">Whether the file stays as it is, whatever the game saves.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which it was loaded.</returns>
    public static async Task<long> LoadSaveAsync(
        this EmulatorClient emulator, string path, bool temporary, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SaveLoad.Request(path, temporary ? 1 : 0), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Gives the game the save file that belongs to its ROM.</summary>
    /// <returns>The frame in which it was loaded.</returns>
    public static async Task<long> AutoloadSaveAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SaveAutoload.Request(), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }
}
