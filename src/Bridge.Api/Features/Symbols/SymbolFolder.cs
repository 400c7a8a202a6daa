using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>Finds the file of a game's symbols in the configured folder.</summary>
internal sealed class SymbolFolder(SymbolOptions options, ILogger<SymbolFolder> logger)
{
    private static readonly string[] Extensions = [".sym", ".map", ".elf"];

    /// <summary>Gets whether there is a folder.</summary>
    public bool IsConfigured { get; } = options.Root is not null;

    /// <summary>
    /// Reads the file that is called like the game's CRC-32 or, if there is none, like its ROM; null if there is neither.
    /// </summary>
    /// <param name="game">The game.</param>
    /// <param name="before">The file that was read before; null: none.</param>
    /// <returns>The file, and its bytes; null bytes: it has not changed since it was read before.</returns>
    /// <exception cref="SymbolFormatException">The file is too large.</exception>
    /// <exception cref="IOException">The folder or the file can't be read; the log has the reason.</exception>
    public (FolderEntry File, byte[]? Bytes)? Read(EmulatorFacts game, FolderEntry? before)
    {
        if (options.Root is not { } root)
            return null;
        try
        {
            using var folder = SafeFolder.Open(root);
            var names = folder.Names().ToHashSet(StringComparer.OrdinalIgnoreCase);
            foreach (var wanted in NamesOf(game))
            {
                if (!names.TryGetValue(wanted, out var name) || folder.Look(name) is not { Kind: EntryKind.File } file)
                    continue;
                if (file == before)
                    return (file, null);
                return folder.TryRead(name, SymbolFile.MaxBytes, out var bytes)
                    ? (file, bytes)
                    : throw new SymbolFormatException($"it may have at most {SymbolFile.MaxBytes:N0} bytes");
            }

            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, root, exception);
            throw new IOException("The bridge can't read the folder of symbols; the bridge's log has the reason.", exception);
        }
    }

    private static IEnumerable<string> NamesOf(EmulatorFacts game)
    {
        string[] stems = game.Files.Rom is { } rom ? [game.Crc32, Path.GetFileNameWithoutExtension(rom)] : [game.Crc32];
        return stems.Where(stem => stem.Length > 0).SelectMany(stem => Extensions.Select(extension => stem + extension));
    }
}
