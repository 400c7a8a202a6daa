using System.Net.Sockets;

namespace Bridge.Api.Contract.Errors;

/// <summary>Tells whether the cause of a failure may pass by itself, so that a later start or request may succeed.</summary>
internal static class TemporaryFailure
{
    // Numbers of errno(3) on Linux and macOS, which .NET keeps in an IOException.
    private const int OutOfMemory = 12;
    private const int OutOfFilesInSystem = 23;
    private const int OutOfFiles = 24;

    /// <summary>Returns whether descriptors, inotify instances, the kernel's memory or disk space have run out.</summary>
    public static bool IsShortage(Exception exception) => IsOutOfFiles(exception) || StorageFailure.IsFull(exception);

    /// <summary>Returns whether the program or the system has run out of descriptors, inotify instances or the kernel's memory.</summary>
    public static bool IsOutOfFiles(Exception exception) => exception switch
    {
        SocketException socket => socket.SocketErrorCode is SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable,
        IOException => exception.HResult is OutOfMemory or OutOfFilesInSystem or OutOfFiles,
        _ => false,
    };

    /// <summary>
    /// Returns whether the exception or one of its causes is temporary: a shortage, or an address that is in use or not there yet.
    /// </summary>
    public static bool Is(Exception? exception) => exception is not null && (IsShortage(exception)
        || exception is StartException { IsTemporary: true }
        || exception is SocketException { SocketErrorCode: SocketError.AddressAlreadyInUse or SocketError.AddressNotAvailable }
        || Is(exception.InnerException));
}
