using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Bridge.SocketPool.Connections;

/// <summary>Connects to Unix sockets, whose paths may be longer than an address can be.</summary>
internal static partial class UnixSocket
{
    // sun_path of unix(7) on Linux, without the terminator.
    private const int MaxBytes = 107;

    // open(2) on Linux.
    private const int PathOnly = 0x200000;
    private const int CloseOnExec = 0x80000;

    /// <summary>Returns a connected socket. OWNED BY THE CALLER.</summary>
    /// <exception cref="SocketException">Nothing listens there.</exception>
    public static async Task<Socket> ConnectAsync(string path, CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            using var folder = OperatingSystem.IsLinux() && Encoding.UTF8.GetByteCount(path) > MaxBytes ? OpenFolder(path) : null;
            // The folder's descriptor stands for its path.
            var place = folder is null ? path : $"/proc/self/fd/{folder.DangerousGetHandle()}/{Path.GetFileName(path)}";
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(place), cancellationToken).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static SafeFileHandle OpenFolder(string path)
    {
        var folder = Open(Path.GetDirectoryName(path)!, PathOnly | CloseOnExec);
        return folder.IsInvalid ? throw new SocketException((int)SocketError.ConnectionRefused) : folder;
    }

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial SafeFileHandle Open(string path, int flags);
}
