using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for ROMs and save files. Paths are those of mGBA's machine (docs/protocol/commands.md, "ROM and save files").
/// </summary>
public static class RomCommands
{
    /// <summary>Loads another ROM for the same platform. Any other file is refused and changes nothing.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="path">The path of the ROM.</param>
    /// <param name="reset">Whether the game starts with its own save file; otherwise the ROM is replaced while the game runs.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame in which the ROM was loaded.</returns>
    public static async Task<long> LoadRomAsync(this EmulatorClient emulator, string path, bool reset, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.RomLoad.Request(path, reset ? 1 : 0), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }

    /// <summary>Loads another save file for the game.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="path">The path of the save file, which must exist.</param>
    /// <param name="temporary">Whether the game's own saves leave the file unchanged.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame in which the save file was loaded.</returns>
    public static async Task<long> LoadSaveAsync(
        this EmulatorClient emulator, string path, bool temporary, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SaveLoad.Request(path, temporary ? 1 : 0), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Loads the save file that belongs to the ROM.</summary>
    /// <returns>The frame in which the save file was loaded.</returns>
    public static async Task<long> AutoloadSaveAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SaveAutoload.Request(), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }
}
