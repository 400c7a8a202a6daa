using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Bridge.RawListener.Sockets;

/// <summary>
/// Implements the socket system with Linux's epoll(7) and plain system calls. A .NET socket would take 1 KB of memory besides what the
/// kernel needs.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed partial class EpollSystem : ISocketSystem
{
    private const int WakeTag = -1;
    private const int MaxEvents = 256;

    // Constants of Linux: epoll_ctl(2), accept(2), eventfd(2), socket(7), shutdown(2).
    private const int CloseOnExec = 0x80000;
    private const int NonBlocking = 0x800;
    private const int Add = 1;
    private const int Remove = 2;
    private const int Modify = 3;
    private const uint HangUp = 0x10 | 0x8 | 0x2000;
    private const int NoSignal = 0x4000;
    private const int WriteSide = 1;
    private const int TcpLevel = 6;
    private const int TcpNoDelay = 1;
    private const int Interrupted = 4;
    private const int TryAgain = 11;
    private const int Aborted = 103;

    // struct epoll_event is packed only on x86 processors.
    private static readonly bool IsPacked = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86;
    private static readonly int EventBytes = IsPacked ? 12 : 16;
    private static readonly int DataOffset = IsPacked ? 4 : 8;

    private readonly byte[] _events = new byte[MaxEvents * EventBytes];
    private static readonly byte[] One = BitConverter.GetBytes(1UL);
    private static readonly byte[] Enabled = BitConverter.GetBytes(1);

    private readonly byte[] _counter = new byte[sizeof(ulong)];
    private readonly Lock _gate = new();
    private readonly int _epoll;
    private readonly int _wake;
    private int _isAwake;
    private bool _isClosed;

    public EpollSystem()
    {
        _epoll = Check(CreateEpoll(CloseOnExec));
        _wake = Check(CreateEventCounter(0, CloseOnExec | NonBlocking));
        Watch(_wake, WakeTag, SocketInterest.Receive, isNew: true);
    }

    public int Wait(Span<SocketEvent> events, int milliseconds)
    {
        var count = WaitForEvents(_epoll, _events, Math.Min(MaxEvents, events.Length), milliseconds);
        if (count < 0)
            return Marshal.GetLastPInvokeError() == Interrupted ? 0 : throw Failure();
        var filled = 0;
        for (var i = 0; i < count; i++)
        {
            var bits = BitConverter.ToUInt32(_events, i * EventBytes);
            var tag = BitConverter.ToInt32(_events, (i * EventBytes) + DataOffset);
            if (tag == WakeTag)
            {
                _ = ReadFile(_wake, _counter, _counter.Length);
                // Resets the flag only after the read: the read would swallow an earlier Wake, and later ones would do nothing.
                Interlocked.Exchange(ref _isAwake, 0);
                continue;
            }

            var ready = (SocketInterest)bits & (SocketInterest.Receive | SocketInterest.Send);
            events[filled++] = new SocketEvent(tag, ready, (bits & HangUp) != 0);
        }

        return filled;
    }

    public void Wake()
    {
        // Wakes the loop only once for many replies that arrive together.
        if (Interlocked.Exchange(ref _isAwake, 1) != 0)
            return;
        lock (_gate)
        {
            if (!_isClosed)
                _ = WriteFile(_wake, One, One.Length);
        }
    }

    public bool Watch(int socket, int tag, SocketInterest interest, bool isNew)
    {
        Span<byte> wanted = stackalloc byte[EventBytes];
        // Adds EPOLLRDHUP, so that a hang-up is reported even for a socket that is watched for nothing else.
        BitConverter.TryWriteBytes(wanted, (uint)interest | 0x2000);
        BitConverter.TryWriteBytes(wanted[DataOffset..], tag);
        return Control(_epoll, isNew ? Add : Modify, socket, wanted) == 0;
    }

    public int Accept(int listener)
    {
        while (true)
        {
            var socket = AcceptSocket(listener, 0, 0, CloseOnExec | NonBlocking);
            if (socket >= 0)
            {
                // Replies are short and must be sent at once. On a Unix socket this fails without effect.
                _ = SetOption(socket, TcpLevel, TcpNoDelay, Enabled, Enabled.Length);
                return socket;
            }

            var error = Marshal.GetLastPInvokeError();
            if (error is Interrupted or Aborted)
                continue;
            return error == TryAgain ? ISocketSystem.WouldBlock : ISocketSystem.Failed;
        }
    }

    public int Receive(int socket, Span<byte> buffer) => ToResult(ReceiveBytes(socket, buffer, buffer.Length, 0));

    public int Send(int socket, ReadOnlySpan<byte> bytes) => ToResult(SendBytes(socket, bytes, bytes.Length, NoSignal));

    public void EndSending(int socket) => _ = Shutdown(socket, WriteSide);

    public void Close(int socket)
    {
        // A process that is being started has copies of all file descriptors, and the kernel would watch the socket until the last copy is
        // closed.
        _ = Control(_epoll, Remove, socket, default);
        _ = CloseFile(socket);
    }

    public IPEndPoint? GetLocalEndPoint(int socket)
    {
        var address = new SocketAddress(AddressFamily.InterNetworkV6);
        var length = address.Size;
        return GetSocketName(socket, address.Buffer.Span, ref length) == 0 ? ToEndPoint(address) : null;
    }

    public IPEndPoint? GetRemoteEndPoint(int socket)
    {
        var address = new SocketAddress(AddressFamily.InterNetworkV6);
        var length = address.Size;
        return GetPeerName(socket, address.Buffer.Span, ref length) == 0 ? ToEndPoint(address) : null;
    }

    public void Dispose()
    {
        // Under the lock, because another file may reuse the descriptor at once.
        lock (_gate)
        {
            _isClosed = true;
            Close(_wake);
        }

        _ = CloseFile(_epoll);
    }

    private static IPEndPoint? ToEndPoint(SocketAddress address)
    {
        if (address.Family is not (AddressFamily.InterNetwork or AddressFamily.InterNetworkV6))
            return null;
        var end = (IPEndPoint)new IPEndPoint(IPAddress.Any, 0).Create(address);
        return end.Address.IsIPv4MappedToIPv6 ? new IPEndPoint(end.Address.MapToIPv4(), end.Port) : end;
    }

    private static int ToResult(nint result)
    {
        if (result >= 0)
            return (int)result;
        return Marshal.GetLastPInvokeError() is TryAgain or Interrupted ? ISocketSystem.WouldBlock : ISocketSystem.Failed;
    }

    private static int Check(int file) => file >= 0 ? file : throw Failure();

    private static IOException Failure() => new(Marshal.GetLastPInvokeErrorMessage(), Marshal.GetLastPInvokeError());

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static partial int CreateEpoll(int flags);

    [LibraryImport("libc", EntryPoint = "eventfd", SetLastError = true)]
    private static partial int CreateEventCounter(uint value, int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int Control(int epoll, int operation, int socket, Span<byte> wanted);

    [LibraryImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static partial int WaitForEvents(int epoll, byte[] events, int max, int milliseconds);

    [LibraryImport("libc", EntryPoint = "accept4", SetLastError = true)]
    private static partial int AcceptSocket(int listener, nint address, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    private static partial int SetOption(int socket, int level, int option, byte[] value, int length);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    private static partial nint ReceiveBytes(int socket, Span<byte> buffer, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    private static partial nint SendBytes(int socket, ReadOnlySpan<byte> bytes, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "shutdown", SetLastError = true)]
    private static partial int Shutdown(int socket, int side);

    [LibraryImport("libc", EntryPoint = "getsockname", SetLastError = true)]
    private static partial int GetSocketName(int socket, Span<byte> address, ref int length);

    [LibraryImport("libc", EntryPoint = "getpeername", SetLastError = true)]
    private static partial int GetPeerName(int socket, Span<byte> address, ref int length);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    private static partial nint ReadFile(int file, byte[] buffer, nint length);

    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    private static partial nint WriteFile(int file, byte[] buffer, nint length);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    private static partial int CloseFile(int file);
}
