using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Api.Errors;
using Bridge.Api.Files;

namespace Bridge.Api.Hosting;

/// <summary>Sockets of the bridge in the file system. Closing one removes its file.</summary>
[SupportedOSPlatform("linux")]
internal static class SocketFile
{
    /// <summary>
    /// A socket at <paramref name="path"/> that doesn't listen yet. What a bridge has left there that has ended without closing it is
    /// replaced.
    /// </summary>
    /// <exception cref="StartException">Something else is there, a process that runs listens there, or there can be no socket.</exception>
    public static Socket Bind(string path, UnixFileMode mode)
    {
        var place = Path.GetFullPath(path);
        Clear(place);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Bind(new UnixDomainSocketEndPoint(place));
            // It doesn't listen yet, so nobody has come in while the system's default was on it.
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
            // Nobody listens any more.
            File.Delete(place);
            return;
        }
        catch (SocketException refused)
        {
            throw new StartException(IsSocket(place)
                ? $"The bridge can't check the socket at {place}: {refused.Message}"
                : $"{place} exists and is not a socket; choose another path.", refused);
        }

        throw new StartException($"Another process listens at {place}; choose another path, or stop that process.");
    }

    // An empty file refuses a connection, too.
    private static bool IsSocket(string place) => LinuxFiles.Look(place).Kind is EntryKind.Socket;
}
