using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Bridge.LoadBench;

/// <summary>
/// Polls and uses the sockets of thousands of clients with Linux's epoll(7) and plain system calls, so that the clients leave the
/// processors to the bridge.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed partial class EpollSystem : IDisposable
{
    /// <summary>The result of a call that would block.</summary>
    public const int WouldBlock = -1;

    /// <summary>The result of a call that failed.</summary>
    public const int Failed = -2;

    private const int MaxEvents = 256;

    // Constants of Linux: epoll_ctl(2), send(2).
    private const int CloseOnExec = 0x80000;
    private const int Add = 1;
    private const uint ReceiveOrHangUp = 0x1 | 0x2000;
    private const int NoSignal = 0x4000;
    private const int Interrupted = 4;
    private const int TryAgain = 11;

    // struct epoll_event is packed only on x86 processors.
    private static readonly bool IsPacked = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86;
    private static readonly int EventBytes = IsPacked ? 12 : 16;
    private static readonly int DataOffset = IsPacked ? 4 : 8;

    private readonly byte[] _events = new byte[MaxEvents * EventBytes];
    private readonly int _epoll;

    public EpollSystem()
    {
        _epoll = CreateEpoll(CloseOnExec);
        if (_epoll < 0)
            throw Failure();
    }

    /// <summary>Waits until watched sockets have bytes or are closed, or for the timeout.</summary>
    /// <param name="tags">Receives the tags of these sockets.</param>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <returns>The number of tags.</returns>
    public int Wait(Span<int> tags, int milliseconds)
    {
        var count = WaitForEvents(_epoll, _events, Math.Min(MaxEvents, tags.Length), milliseconds);
        if (count < 0)
            return Marshal.GetLastPInvokeError() == Interrupted ? 0 : throw Failure();
        for (var i = 0; i < count; i++)
            tags[i] = BitConverter.ToInt32(_events, (i * EventBytes) + DataOffset);
        return count;
    }

    /// <summary>Watches a socket.</summary>
    /// <param name="socket">The socket.</param>
    /// <param name="tag">Identifies the socket in its events.</param>
    public void Watch(int socket, int tag)
    {
        Span<byte> wanted = stackalloc byte[EventBytes];
        BitConverter.TryWriteBytes(wanted, ReceiveOrHangUp);
        BitConverter.TryWriteBytes(wanted[DataOffset..], tag);
        if (Control(_epoll, Add, socket, wanted) < 0)
            throw Failure();
    }

    /// <summary>Receives the bytes that have arrived.</summary>
    /// <returns>The number of bytes; 0 at the end of the stream; <see cref="WouldBlock"/>; or <see cref="Failed"/>.</returns>
    public static int Receive(int socket, Span<byte> buffer) => ToResult(ReceiveBytes(socket, buffer, buffer.Length, 0));

    /// <summary>Sends as many bytes as the system takes.</summary>
    /// <returns>The number of bytes; <see cref="WouldBlock"/> if it takes none now; or <see cref="Failed"/>.</returns>
    public static int Send(int socket, ReadOnlySpan<byte> bytes) => ToResult(SendBytes(socket, bytes, bytes.Length, NoSignal));

    public void Dispose() => _ = CloseFile(_epoll);

    private static int ToResult(nint result)
    {
        if (result >= 0)
            return (int)result;
        return Marshal.GetLastPInvokeError() is TryAgain or Interrupted ? WouldBlock : Failed;
    }

    private static IOException Failure() => new(Marshal.GetLastPInvokeErrorMessage(), Marshal.GetLastPInvokeError());

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static partial int CreateEpoll(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int Control(int epoll, int operation, int socket, Span<byte> wanted);

    [LibraryImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static partial int WaitForEvents(int epoll, byte[] events, int max, int milliseconds);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static partial nint ReceiveBytes(int socket, Span<byte> buffer, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    private static partial nint SendBytes(int socket, ReadOnlySpan<byte> bytes, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    private static partial int CloseFile(int file);
}
