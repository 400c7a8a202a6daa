using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Bridge.Api.Listening;

/// <summary>Sockets of the bridge in the file system. Closing one removes its file.</summary>
[SupportedOSPlatform("linux")]
internal static partial class SocketFile
{
    private const int CurrentFolder = -100;
    private const int DontFollowLinks = 0x100;
    private const int TypeWanted = 1;
    private const int StatusBytes = 256;
    private const int ModeOffset = 28;
    private const int TypeMask = 0xF000;
    private const int SocketBits = 0xC000;

    /// <summary>
    /// A socket at <paramref name="path"/> that doesn't listen yet. What a bridge has left there that has ended without closing it is replaced.
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
            throw new StartException($"There can be no socket at {place}: {exception.Message}", exception);
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
                ? $"There is a socket at {place} that can't be looked at: {refused.Message}"
                : $"{place} is there and is no socket; choose another path.", refused);
        }

        throw new StartException($"A process that runs listens at {place}; choose another path, or end it.");
    }

    // An empty file refuses a connection, too. .NET doesn't tell what a file is.
    private static bool IsSocket(string place)
    {
        Span<byte> status = stackalloc byte[StatusBytes];
        return ReadStatus(CurrentFolder, place, DontFollowLinks, TypeWanted, status) == 0
            && (BitConverter.ToUInt16(status[ModeOffset..]) & TypeMask) == SocketBits;
    }

    // statx(2), whose structure is the same on every processor.
    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ReadStatus(int folder, string path, int flags, uint mask, Span<byte> status);
}
