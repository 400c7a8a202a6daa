using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool.Simulation;
using Bridge.SocketPool.Simulation.Network;

namespace Bridge.SocketPool;

/// <summary>Replaces .NET's type: a connection in memory.</summary>
internal sealed class Socket : IDisposable
{
    private readonly Scheduler _scheduler = Scheduler.Current;
    private readonly FakeListener _listener = World.Current.FakeListener;
    private Link? _link;
    private Waiting<Memory<byte>>? _receiving;
    private Waiting<ReadOnlyMemory<byte>>? _sending;
    private OfferedBytes? _offered;
    private bool _isDisposed;

    public Socket(SocketType socketType, ProtocolType protocolType)
    {
        if ((socketType, protocolType) != (SocketType.Stream, ProtocolType.Tcp))
            throw new NotSupportedException($"{socketType} {protocolType}");
        _listener.OpenSockets++;
    }

    public bool NoDelay { get; set; }

    public EndPoint? RemoteEndPoint { get; }

    public void SetSocketOption(SocketOptionLevel level, SocketOptionName name, bool value) =>
        ObjectDisposedException.ThrowIf(_isDisposed, this);

    public void SetSocketOption(SocketOptionLevel level, SocketOptionName name, int value) =>
        ObjectDisposedException.ThrowIf(_isDisposed, this);

    public void SetRawSocketOption(int level, int name, ReadOnlySpan<byte> value) => ObjectDisposedException.ThrowIf(_isDisposed, this);

    public int IOControl(int code, byte[]? input, byte[]? output)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        return 0;
    }

    public async ValueTask ConnectAsync(string host, int port, CancellationToken token)
    {
        var connected = new TaskCompletionSource<Link?>(TaskCreationOptions.RunContinuationsAsynchronously);
        _listener.Connect(() => !_isDisposed && !token.IsCancellationRequested, link =>
        {
            if (!connected.TrySetResult(link))
                link?.Reset();
        });
        using (token.UnsafeRegister(_ => connected.TrySetResult(null), null))
            _link = await connected.Task.ConfigureAwait(false);
        if (token.IsCancellationRequested)
        {
            _link?.Reset();
            throw new OperationCanceledException(token);
        }

        _link = _link ?? throw FakeListener.Refused();
        _offered = new OfferedBytes();
        _link.ToBridge.Readable = () => Go(ref _receiving, TryReceive);
        _link.ToEmulator.Writable = () => Go(ref _sending, TrySend);
    }

    public ValueTask<int> ReceiveAsync(Memory<byte> buffer, SocketFlags flags)
    {
        if (_receiving is not null)
            _scheduler.Violate("I4", "two receive from one connection at once");
        return Begin(ref _receiving, buffer, TryReceive);
    }

    public ValueTask<int> SendAsync(ReadOnlyMemory<byte> buffer, SocketFlags flags)
    {
        if (_sending is not null)
            _scheduler.Violate("I4", "two send on one connection at once");
        _offered?.Offer(buffer.Span);
        return Begin(ref _sending, buffer, TrySend);
    }

    public void Shutdown(SocketShutdown how)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_link is not { IsReset: false } link)
            throw new SocketException((int)SocketError.NotConnected);
        link.ToEmulator.End();
    }

    public void Close(int timeout)
    {
        if (timeout != 0)
            throw new NotSupportedException($"a close that waits {timeout} s");
        Dispose();
    }

    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _listener.OpenSockets--;
        _listener.ClosedSockets++;
        _link?.CloseFromBridge();
        _scheduler.Queue(() => Go(ref _receiving, TryReceive));
        _scheduler.Queue(() => Go(ref _sending, TrySend));
    }

    // Sometimes an operation completes later although it could complete at once.
    private ValueTask<int> Begin<T>(ref Waiting<T>? waiting, T memory, Func<T, int> attempt)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (!_scheduler.Draw(0.25) && attempt(memory) is >= 0 and var count)
            return new ValueTask<int>(count);
        waiting = new Waiting<T>(memory);
        var begun = waiting;
        _scheduler.Queue(memory is Memory<byte> ? () => Go(ref _receiving, TryReceive) : () => Go(ref _sending, TrySend));
        return new ValueTask<int>(begun.Done.Task);
    }

    // Completes the waiting operation if it can be done now.
    private void Go<T>(ref Waiting<T>? waiting, Func<T, int> attempt)
    {
        if (waiting is not { } it)
            return;
        try
        {
            if (_isDisposed)
                throw new SocketException((int)SocketError.OperationAborted);
            if (attempt(it.Memory) is not (>= 0 and var count))
                return;
            waiting = null;
            it.Done.SetResult(count);
        }
        catch (SocketException exception)
        {
            waiting = null;
            it.Done.SetException(exception);
        }
    }

    // -1: nothing can be received now; 0: the end.
    private int TryReceive(Memory<byte> buffer)
    {
        var link = UnbrokenLink();
        var count = link.ToBridge.Take(buffer.Span);
        return count > 0 || link.ToBridge.IsOver ? count : -1;
    }

    // -1: there is no room now.
    private int TrySend(ReadOnlyMemory<byte> buffer)
    {
        if (UnbrokenLink().ToEmulator.Offer(buffer.Span) is not (> 0 and var count))
            return -1;
        _offered!.Sent(count);
        return count;
    }

    private Link UnbrokenLink() => _link is { IsReset: false } link ? link : throw new SocketException((int)SocketError.ConnectionReset);

    private sealed record Waiting<T>(T Memory)
    {
        public System.Threading.Tasks.TaskCompletionSource<int> Done { get; } = new();
    }
}
