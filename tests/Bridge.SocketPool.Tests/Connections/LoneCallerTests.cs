using Bridge.SocketPool.Connections;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>Only a caller that is alone on its thread may be polled for.</summary>
public sealed class LoneCallerTests
{
    private static readonly object One = new();
    private static readonly object Other = new();

    public LoneCallerTests() => Assert.SkipUnless(Environment.ProcessorCount > 1, "With one processor, nobody is polled for.");

    [Fact]
    public void A_caller_is_alone_after_eight_more_requests_in_a_row() =>
        OnThreadOfItsOwn(() =>
        {
            Assert.False(LoneCaller.IsAlone);
            for (var request = 0; request <= 8; request++)
            {
                Assert.False(LoneCaller.IsAlone);
                LoneCaller.Report(One);
            }

            Assert.True(LoneCaller.IsAlone);
            LoneCaller.Report(One);
            Assert.True(LoneCaller.IsAlone);
        });

    [Fact]
    public void Another_caller_ends_it_and_callers_in_turns_never_are() =>
        OnThreadOfItsOwn(() =>
        {
            Report(One, 9);
            Assert.True(LoneCaller.IsAlone);
            LoneCaller.Report(Other);
            Assert.False(LoneCaller.IsAlone);
            for (var turn = 0; turn < 100; turn++)
            {
                Report(One, 7);
                Assert.False(LoneCaller.IsAlone);
                LoneCaller.Report(Other);
                Assert.False(LoneCaller.IsAlone);
            }
        });

    [Fact]
    public void Each_thread_has_its_own_caller() =>
        OnThreadOfItsOwn(() =>
        {
            Report(One, 9);
            OnThreadOfItsOwn(() => Assert.False(LoneCaller.IsAlone));
            Assert.True(LoneCaller.IsAlone);
        });

    private static void Report(object caller, int requests)
    {
        for (var request = 0; request < requests; request++)
            LoneCaller.Report(caller);
    }

    private static void OnThreadOfItsOwn(Action test)
    {
        Exception? failure = null;
        var thread = new Thread(() => failure = Record.Exception(test));
        thread.Start();
        thread.Join();
        Assert.Null(failure);
    }
}
