namespace Bridge.Api.Server.Files;

/// <summary>A place for a file: its folder, which stays open until this is disposed, and its name in that folder.</summary>
/// <param name="Folder">The folder.</param>
/// <param name="Entry">The entry that was found there: a regular file, or none.</param>
/// <param name="Path">The full path, for an emulator that opens the file itself.</param>
internal sealed record FilePlace(SafeFolder Folder, FolderEntry Entry, string Path) : IDisposable
{
    public void Dispose() => Folder.Dispose();
}
