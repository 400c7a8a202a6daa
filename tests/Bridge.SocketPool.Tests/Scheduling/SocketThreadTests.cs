using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Scheduling;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Scheduling;

/// <summary>A thread is a socket thread once a caller is reported, and polls only for a caller that is alone.</summary>
public sealed class SocketThreadTests
{
    private static readonly object One = new();
    private static readonly object Other = new();

    public SocketThreadTests() => Assert.SkipUnless(Environment.ProcessorCount > 1, "With one processor, nobody is polled for.");

    [Fact]
    public void A_thread_is_a_socket_thread_from_its_first_caller_on() =>
        OwnThread.Run(() =>
        {
            Assert.False(SocketThread.IsCurrent);
            SocketThread.Report(One);
            Assert.True(SocketThread.IsCurrent);
            OwnThread.Run(() => Assert.False(SocketThread.IsCurrent));
        });

    [Fact]
    public void A_caller_is_alone_after_eight_more_requests_in_a_row() =>
        OwnThread.Run(() =>
        {
            Assert.False(SocketThread.HasLoneCaller);
            for (var request = 0; request <= 8; request++)
            {
                Assert.False(SocketThread.HasLoneCaller);
                SocketThread.Report(One);
            }

            Assert.True(SocketThread.HasLoneCaller);
            SocketThread.Report(One);
            Assert.True(SocketThread.HasLoneCaller);
        });

    [Fact]
    public void Another_caller_ends_it_and_callers_in_turns_never_are() =>
        OwnThread.Run(() =>
        {
            Report(One, 9);
            Assert.True(SocketThread.HasLoneCaller);
            SocketThread.Report(Other);
            Assert.False(SocketThread.HasLoneCaller);
            for (var turn = 0; turn < 100; turn++)
            {
                Report(One, 7);
                Assert.False(SocketThread.HasLoneCaller);
                SocketThread.Report(Other);
                Assert.False(SocketThread.HasLoneCaller);
            }
        });

    [Fact]
    public void Each_thread_has_its_own_caller() =>
        OwnThread.Run(() =>
        {
            Report(One, 9);
            OwnThread.Run(() => Assert.False(SocketThread.HasLoneCaller));
            Assert.True(SocketThread.HasLoneCaller);
        });

    private static void Report(object caller, int requests)
    {
        for (var request = 0; request < requests; request++)
            SocketThread.Report(caller);
    }
}
