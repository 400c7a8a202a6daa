using System.Buffers;
using System.Globalization;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Bridge.Testing.Faults;

/// <summary>One direction of a connection. Members whose names end in NeedsLock need the proxy's lock.</summary>
internal sealed partial class FaultDirection(FaultProxy proxy, FaultLink link, bool carriesReplies)
{
    private static readonly TimeSpan Latency = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan BandwidthPause = TimeSpan.FromMilliseconds(50);
    private const int BandwidthBytes = 4096;

    private readonly LinkedList<FaultMessage> _queue = [];
    private readonly Channel<bool> _changed = Channel.CreateBounded<bool>(new BoundedChannelOptions(1)
        { FullMode = BoundedChannelFullMode.DropWrite });
    // The latest message that was sent in full, for Duplicate.
    private FaultMessage? _last;
    // The fault that waits for a reply to spoil.
    private Fault _spoilsNext;
    // The bytes until the connection is cut, and the timestamp before which Bandwidth sends nothing.
    private long _bytesLeft = long.MaxValue;
    private long _nextSend;
    // Whether a message is half read, and whether bytes are being sent.
    private bool _reading;
    private bool _sending;
    // Whether the stream that is read has ended, and whether nothing is sent any more.
    private bool _ended;
    private bool _stopped;

    public int Held_NeedsLock => _queue.Count(IsHeld);

    // Nothing moves: no message is half read or being sent, none may be sent, and the end of the stream is not still to be passed on.
    public bool IsQuiet_NeedsLock => _stopped || (!_sending && !_reading && Sendable_NeedsLock() == 0 && !(_ended && _queue.Count == 0));

    public async Task ReadAsync(Socket from)
    {
        var buffer = new ArrayBufferWriter<byte>();
        try
        {
            while (await from.ReceiveAsync(buffer.GetMemory(64 * 1024)).ConfigureAwait(false) is > 0 and var count)
            {
                buffer.Advance(count);
                lock (proxy.Gate)
                    Split_NeedsLock(buffer);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The same as its end.
        }

        lock (proxy.Gate)
        {
            _ended = true;
            _reading = false;
            // A closed client accepts no replies; the script's last bytes are still delivered.
            if (!carriesReplies)
                link.Close_NeedsLock();
            Wake_NeedsLock();
        }
    }

    public async Task WriteAsync(Socket to)
    {
        while (true)
        {
            ReadOnlyMemory<byte> bytes;
            lock (proxy.Gate)
            {
                if (_stopped)
                    return;
                if (_bytesLeft == 0 || (_ended && _queue.Count == 0))
                {
                    link.Close_NeedsLock();
                    return;
                }

                bytes = Take_NeedsLock();
            }

            if (bytes.IsEmpty)
            {
                await _changed.Reader.ReadAsync().ConfigureAwait(false);
                continue;
            }

            while (!bytes.IsEmpty)
                bytes = bytes[await to.SendAsync(bytes).ConfigureAwait(false)..];
            lock (proxy.Gate)
                Sent_NeedsLock();
        }
    }

    public void Wake_NeedsLock() => _changed.Writer.TryWrite(true);

    public void Stop_NeedsLock()
    {
        _stopped = true;
        Wake_NeedsLock();
    }

    private void Split_NeedsLock(ArrayBufferWriter<byte> buffer)
    {
        var start = 0;
        while (WireText.TryRead(buffer.WrittenSpan[start..]) is var (header, _, length))
        {
            Add_NeedsLock(long.Parse(header[0], CultureInfo.InvariantCulture), header[1],
                buffer.WrittenSpan.Slice(start, length).ToArray());
            start += length;
        }

        var rest = buffer.WrittenSpan[start..].ToArray();
        buffer.ResetWrittenCount();
        buffer.Write(rest);
        _reading = rest.Length > 0;
        Wake_NeedsLock();
    }

    private void Add_NeedsLock(long id, string word, byte[] bytes)
    {
        if (!carriesReplies)
            link.Asked_NeedsLock(id, word);
        var message = new FaultMessage(id, carriesReplies ? link.Answered_NeedsLock(id) : word, bytes);
        if (_spoilsNext != Fault.None && message.Spoil(_spoilsNext))
            _spoilsNext = Fault.None;
        if (proxy.Lasting == Fault.Latency)
            Delay_NeedsLock(message);
        _queue.AddLast(message);
    }

    private void Delay_NeedsLock(FaultMessage message)
    {
        message.Due = proxy.Time.GetTimestamp() + Ticks(Latency);
        WakeAfter(Latency);
    }

    private void WakeAfter(TimeSpan time) => _ = proxy.Time.CreateTimer(_ => Wake(), null, time, Timeout.InfiniteTimeSpan);

    private void Wake()
    {
        lock (proxy.Gate)
            Wake_NeedsLock();
    }

    // Rounded down, so that it is never later than the timer.
    private long Ticks(TimeSpan time) => (long)(time.TotalSeconds * proxy.Time.TimestampFrequency);
}
