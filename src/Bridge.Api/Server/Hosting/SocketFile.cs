using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Server.Hosting;

/// <summary>Creates the bridge's Unix sockets. Closing one removes its file.</summary>
[SupportedOSPlatform("linux")]
internal static class SocketFile
{
    /// <summary>
    /// Returns a socket that is bound to <paramref name="path"/> and doesn't listen yet. Replaces a socket that a bridge left there when it
    /// crashed.
    /// </summary>
    /// <exception cref="StartException">Something else is there, a running process listens there, or no socket can be created.</exception>
    public static Socket Bind(string path, UnixFileMode mode)
    {
        var place = Path.GetFullPath(path);
        Clear(place);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(new UnixDomainSocketEndPoint(place));
            // The socket doesn't listen yet, so no client could connect under the system's default permissions.
            File.SetUnixFileMode(place, mode);
            return socket;
        }
        catch (Exception exception) when (exception is SocketException or IOException or UnauthorizedAccessException)
        {
            socket.Dispose();
            throw new StartException($"The bridge can't create a socket at {place}: {exception.Message}", exception);
        }
    }

    private static void Clear(string place)
    {
        if (!Path.Exists(place))
            return;
        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(place));
        }
        catch (SocketException refused) when (refused.SocketErrorCode == SocketError.ConnectionRefused && IsSocket(place))
        {
            // No process listens any more.
            File.Delete(place);
            return;
        }
        catch (SocketException refused)
        {
            throw new StartException(IsSocket(place)
                ? $"The bridge can't check the socket at {place}: {refused.Message}"
                : $"{place} exists and is not a socket; choose another path.", refused);
        }

        throw new StartException($"Another process listens at {place}; choose another path, or stop that process.")
            { IsTemporary = true };
    }

    // An empty file refuses connections as well.
    private static bool IsSocket(string place) => LinuxFiles.Look(place).Kind is EntryKind.Socket;
}
