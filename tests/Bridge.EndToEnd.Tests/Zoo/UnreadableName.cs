using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>A hard link whose name is not valid UTF-8, which .NET can neither create nor delete; removed with the test.</summary>
internal sealed class UnreadableName : IDisposable
{
    private static readonly byte[] Name = [(byte)'b', 0xFF, 0xFE, (byte)'d', .. ".gba"u8];

    private readonly byte[] _path;

    public UnreadableName(string folder, string file)
    {
        _path = [.. Encoding.UTF8.GetBytes(folder + '/'), .. Name, 0];
        Check(Link([.. Encoding.UTF8.GetBytes(Path.Combine(folder, file)), 0], _path));
    }

    /// <summary>Gets the name as .NET shows it.</summary>
    public string Decoded { get; } = Encoding.UTF8.GetString(Name);

    public void Dispose() => Check(Unlink(_path));

    private static void Check(int result)
    {
        if (result != 0)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    [DllImport("libc", EntryPoint = "link", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Link(byte[] existing, byte[] added);

    [DllImport("libc", EntryPoint = "unlink", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Unlink(byte[] path);
}
