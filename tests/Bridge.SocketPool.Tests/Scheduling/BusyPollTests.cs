using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Scheduling;

namespace Bridge.SocketPool.Tests.Scheduling;

/// <summary>Polls a real socket with a clock that advances by 10 µs whenever it is read.</summary>
public sealed class BusyPollTests : IDisposable
{
    private readonly SteppingTime _time = new();
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    private BusyPoll _poll;

    public BusyPollTests() => _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    public void Dispose() => _socket.Dispose();

    [Fact]
    public void It_ends_as_soon_as_the_socket_can_be_read_and_starts_again_the_next_time()
    {
        SendToItself();
        for (var time = 0; time < 3; time++)
            Assert.Equal(10, Microseconds());
    }

    // The clock is read once at the start, and then until more than the limit has passed.
    [Theory]
    [InlineData(40, 60)]
    [InlineData(200, 220)]
    public void It_ends_after_its_limit_and_leaves_out_more_each_time(int limit, int expected)
    {
        foreach (var leftOut in (int[])[1, 3, 7, 15, 31, 31])
        {
            Assert.Equal(expected, Microseconds(limit));
            LeavesOut(leftOut);
        }
    }

    [Fact]
    public void Each_success_halves_what_it_leaves_out()
    {
        foreach (var leftOut in (int[])[1, 3, 7])
        {
            Microseconds();
            LeavesOut(leftOut);
        }

        SendToItself();
        Assert.Equal(10, Microseconds());
        Assert.Equal(10, Microseconds());
        _socket.Receive(new byte[1]);
        Microseconds();
        LeavesOut(3);
    }

    [Fact]
    public void A_socket_that_was_closed_ends_it()
    {
        _socket.Close();
        Assert.Equal(10, Microseconds());
    }

    private void LeavesOut(int count)
    {
        for (var time = 0; time < count; time++)
            Assert.Equal(0, Microseconds());
    }

    private void SendToItself() => _socket.SendTo([1], _socket.LocalEndPoint!);

    private int Microseconds(int limit = 40)
    {
        var before = _time.Microseconds;
        _poll.Wait(_socket, TimeSpan.FromMicroseconds(limit), _time);
        return _time.Microseconds - before;
    }

    private sealed class SteppingTime : TimeProvider
    {
        public int Microseconds { get; private set; }

        public override long TimestampFrequency => 1_000_000;

        public override long GetTimestamp() => Microseconds += 10;
    }
}
