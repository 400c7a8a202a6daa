using System.Net.Sockets;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.Testing;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>
/// Old Windows and Wine refuse some options of TCP. A Unix socket refuses all of them, so it stands for such a system.
/// </summary>
public sealed class SocketOptionTests : IDisposable
{
    private readonly Socket _refusing = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly DebugLines _log = new();

    public void Dispose() => _refusing.Dispose();

    [Fact]
    public void Each_refused_option_is_logged_once_and_the_others_are_set()
    {
        TcpKeepAlive.Enable(_refusing, _log);
        Assert.Equal(1, (int)_refusing.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive)!);
        Assert.Equal(
            ["TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT"],
            _log.Written.Select(line => line.Split("option ")[1].Split(' ')[0]));
    }

    [Fact]
    public void A_refused_quick_acknowledgement_is_not_requested_again()
    {
        var acks = new PromptAcks(_refusing, sendTick: null, hasOutstandingReplies: () => true, _log);
        acks.Request();
        acks.Request();
        Assert.Contains("TCP_QUICKACK", Assert.Single(_log.Written), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_acknowledgements_are_late_a_tick_follows_each_receive_while_something_is_outstanding()
    {
        await using var fake = new FakeEmulator();
        var faults = new FaultLog("default", TimeProvider.System, NullLogger.Instance);
        using var connection = await ReusableSocket.ConnectAsync(
            new EmulatorOptions { Port = fake.Port, SendsTicks = true }, TimeProvider.System,
            new EmulatorMeters("default", TimeProvider.System, null, faults), (in _) => { }, faults, NullLogger.Instance,
            TestContext.Current.CancellationToken);
        var pending = Enumerable.Range(0, 2).Select(_ => connection.SendAsync(
            CommandTable.MemoryGet.Request(1, 1, null), long.MaxValue, CancellationToken.None).AsTask()).ToArray();
        await (await fake.NextRequestAsync("memory.get")).ReplyAsync("1");
        using (await pending[0])
            Assert.Equal(0, (await fake.NextRequestAsync("tick")).Id);
    }

    private sealed class DebugLines : ILogger
    {
        public List<string> Written { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> formatter)
        {
            Assert.Equal(LogLevel.Debug, logLevel);
            Written.Add(formatter(state, exception));
        }
    }
}
