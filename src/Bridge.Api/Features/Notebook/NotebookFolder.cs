using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Notebook;

/// <summary>Stores notebooks as files, each named after the CRC-32 of its game.</summary>
/// <param name="root">The full path of the folder; null: there is none.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Gets why the folder can't be used.</param>
internal sealed class NotebookFolder(string? root, TimeProvider time, ILogger<NotebookFolder> logger)
{
    private const string Extension = ".json";
    // For sentences.
    private const string What = "notebooks";

    /// <summary>Gets whether there is a folder; without one, notebooks are only in memory.</summary>
    public bool IsStored => root is not null;

    /// <summary>Returns the name of the file of a game.</summary>
    public static string FileOf(string crc32) => crc32 + Extension;

    /// <summary>Reads a file.</summary>
    /// <param name="crc32">The CRC-32 of its game.</param>
    /// <param name="before">The file as it was read before; null: none.</param>
    /// <returns>The file and its bytes, which are null if it has not changed; null: there is no file.</returns>
    /// <exception cref="RequestException">The folder can't be read, or it has no file but something else of this name.</exception>
    public (FolderEntry Entry, byte[]? Bytes)? Read(string crc32, FolderEntry? before) =>
        Use<(FolderEntry, byte[]?)?>(create: false, folder => Read(folder, FileOf(crc32), before));

    private static (FolderEntry Entry, byte[]? Bytes)? Read(SafeFolder folder, string file, FolderEntry? before)
    {
        var entry = folder.Look(file);
        if (entry.Kind is EntryKind.Missing)
            return null;
        if (entry.Kind is not EntryKind.File)
            throw Misplaced(entry.Name);
        if (entry == before)
            return (entry, null);
        return folder.TryRead(entry.Name, NotebookRules.MaxBytes, out var bytes)
            ? (entry, bytes)
            : throw new RequestException(
                ProblemTypes.StorageFailed, $"The file {entry.Name} must be at most {NotebookRules.MaxBytes:N0} bytes.");
    }

    /// <summary>Writes a file, in place of the one of this name.</summary>
    /// <exception cref="RequestException">It can't be written; the old one is unchanged.</exception>
    public FolderEntry Write(string crc32, ReadOnlyMemory<byte> bytes) => Use<FolderEntry?>(create: true, folder =>
    {
        folder.DeleteOldTemporaries(time);
        folder.Replace(FileOf(crc32), bytes.Span, flushToDisk: true);
        return folder.Look(FileOf(crc32));
    })!.Value;

    /// <summary>Deletes a file, if there is one.</summary>
    /// <exception cref="RequestException">It can't be deleted.</exception>
    public void Delete(string crc32) => Use(create: false, folder =>
    {
        if (folder.Look(FileOf(crc32)).Kind is not EntryKind.Missing)
            folder.Delete(FileOf(crc32));
        return true;
    });

    // Returns the default (null or false) if there is no folder and create is false.
    private T? Use<T>(bool create, Func<SafeFolder, T> use)
    {
        if (root is null)
            return default;
        try
        {
            if (create)
                PrivateFiles.CreateFolder(root);
            else if (!Directory.Exists(root))
                return default;
            using var folder = SafeFolder.Open(root);
            folder.CheckTrust(root);
            return use(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The client must not learn where the folder is.
            Log.StorageFailed(logger, root, exception);
            throw StorageFailure.Explain(
                exception, What, $"The bridge can't use the folder of {What}; the bridge's log has the reason.");
        }
    }

    private static RequestException Misplaced(string name) => new(ProblemTypes.StorageFailed,
        $"The folder of {What} has a link, a folder or a pipe in place of {name}; the bridge uses only files.");
}
