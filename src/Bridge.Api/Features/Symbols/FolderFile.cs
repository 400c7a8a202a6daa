using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>Finds one kind of file of a game in the configured folder.</summary>
/// <param name="options">The folder.</param>
/// <param name="logger">Gets the reason why it can't be read.</param>
/// <param name="what">What the file has, for sentences.</param>
/// <param name="maxBytes">Max bytes of the file.</param>
/// <param name="extensions">How its name ends, the first ones first.</param>
internal sealed class FolderFile(SymbolOptions options, ILogger logger, string what, int maxBytes, params string[] extensions)
{
    // Whether the folder could not be read the last time.
    private bool _isLost;

    /// <summary>Gets whether there is a folder.</summary>
    public bool IsConfigured { get; } = options.Root is not null;

    /// <summary>Gets what the file has, for sentences.</summary>
    public string What => what;

    /// <summary>
    /// Reads the file that is named after the game's CRC-32 or, if there is none, after its ROM; null if there is neither.
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
            Volatile.Write(ref _isLost, false);
            foreach (var wanted in NamesOf(game))
            {
                if (!names.TryGetValue(wanted, out var name) || folder.Look(name) is not { Kind: EntryKind.File } file)
                    continue;
                if (file == before)
                    return (file, null);
                return folder.TryRead(name, maxBytes, out var bytes)
                    ? (file, bytes)
                    : throw new SymbolFormatException($"it may have at most {maxBytes:N0} bytes");
            }

            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Logged once, because the file is looked for again and again.
            if (!Interlocked.Exchange(ref _isLost, true))
                Log.StorageFailed(logger, root, exception);
            throw new IOException("The bridge can't read the folder of symbols; the bridge's log has the reason.", exception);
        }
    }

    private IEnumerable<string> NamesOf(EmulatorFacts game)
    {
        string[] stems = game.Files.Rom is { } rom ? [game.Crc32, Path.GetFileNameWithoutExtension(rom)] : [game.Crc32];
        return stems.Where(stem => stem.Length > 0).SelectMany(stem => extensions.Select(extension => stem + extension));
    }
}
