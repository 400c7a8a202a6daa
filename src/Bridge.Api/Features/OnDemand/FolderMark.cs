using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// The mark in an emulator's folder, which says that a bridge created the folder and may delete what is in it. A user may have chosen a
/// folder with folders of other programs.
/// </summary>
internal static class FolderMark
{
    /// <summary>The name of the file.</summary>
    public const string Name = ".bridge";

    /// <summary>Creates an emulator's folder, with the mark before anything else. Without the mark it leaves no folder.</summary>
    /// <exception cref="IOException">The folder or the mark can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write there.</exception>
    public static void CreateFolder(string folder)
    {
        var isNew = !Directory.Exists(folder);
        try
        {
            PrivateFiles.CreateFolder(folder);
            using var opened = SafeFolder.Open(folder);
            opened.Replace(Name, "A bridge created this folder for an emulator, and deletes it.\n"u8, flushToDisk: false);
        }
        catch when (isNew && Directory.Exists(folder))
        {
            Directory.Delete(folder);
            throw;
        }
    }

    /// <summary>Returns whether a bridge created a folder: it has the mark, or the record of a running emulator.</summary>
    /// <param name="folder">Its full path. A link is not followed.</param>
    public static bool IsOn(string folder)
    {
        try
        {
            using var opened = SafeFolder.Open(Path.GetDirectoryName(folder)!);
            if (opened.Enter(Path.GetFileName(folder)) is not EntryKind.Folder)
                return false;
            opened.CheckTrust(folder);
            return opened.Look(Name).Kind is EntryKind.File || opened.Look(HostRecordFile.Name).Kind is EntryKind.File;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
