using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Bridge.Api.Tests.Server.Files;

/// <summary>Swaps a folder for a link and back, as fast as a thread can, until this is disposed.</summary>
internal sealed class SwappedFolder : IDisposable
{
    // AT_FDCWD and RENAME_EXCHANGE, renameat2(2).
    private const int CurrentFolder = -100;
    private const uint Exchange = 2;

    private readonly CancellationTokenSource _ended = new();
    private readonly Thread _thread;

    /// <summary>Starts to swap the folder for a link to the target.</summary>
    public SwappedFolder(string folder, string target)
    {
        var link = folder + ".link";
        File.CreateSymbolicLink(link, target);
        // Once on this thread, so that a system without this call fails the test.
        if (Rename(CurrentFolder, folder, CurrentFolder, link, Exchange) != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        _thread = new Thread(() => Swap(folder, link)) { IsBackground = true };
        _thread.Start();
    }

    public void Dispose()
    {
        _ended.Cancel();
        _thread.Join();
        _ended.Dispose();
    }

    private void Swap(string folder, string link)
    {
        while (!_ended.IsCancellationRequested)
            _ = Rename(CurrentFolder, folder, CurrentFolder, link, Exchange);
    }

    [DllImport("libc", EntryPoint = "renameat2", CharSet = CharSet.Ansi, SetLastError = true,
        BestFitMapping = false, ThrowOnUnmappableChar = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Rename(int fromFolder, string from, int toFolder, string to, uint flags);
}
