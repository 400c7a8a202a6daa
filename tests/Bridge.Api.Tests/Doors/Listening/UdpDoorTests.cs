using System.Net;
using System.Runtime.CompilerServices;
using System.Text;
using Bridge.Doors.Listening;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Doors.Listening;

/// <summary>The queue of a door over UDP.</summary>
public sealed class UdpDoorTests : IAsyncDisposable
{
    private readonly EmulatorClient _emulator =
        new("game", new EmulatorOptions { Port = FreePort.Take() }, TimeProvider.System, NullLogger.Instance);

    // The port on which programs of the clients' protocol listen. A datagram from it may be a reply, not a command.
    private readonly int _programPort = FreePort.Take();
    private readonly FakeTime _time = new();
    private readonly SemaphoreSlim _begun = new(0), _goesOn = new(0);

    public async ValueTask DisposeAsync()
    {
        await _emulator.DisposeAsync();
        _begun.Dispose();
        _goesOn.Dispose();
    }

    [Fact]
    public async Task Datagrams_run_one_after_another_and_too_many_are_ignored()
    {
        await using var door = Open();
        using var client = new RetroArchClient(door.Address.Port);
        Assert.False(door.IsConnected);
        await client.SendAsync("wait");
        await _begun.WaitAsync(TestContext.Current.CancellationToken);
        for (var i = 0; i <= UdpDoor.MaxWaiting; i++)
            await client.SendAsync($"{i}");
        await Eventually.HoldsAsync(() => door.Ignored == 1);
        _goesOn.Release();
        Assert.Equal("wait", await client.ReceiveAsync());
        for (var i = 0; i < UdpDoor.MaxWaiting; i++)
            Assert.Equal($"{i}", await client.ReceiveAsync());
        Assert.Equal("next", await client.AskAsync("next"));
        Assert.True(door.IsConnected);
        // A client counts as connected for 10 s after its latest datagram.
        _time.Advance(TimeSpan.FromSeconds(11));
        Assert.False(door.IsConnected);
    }

    [Fact]
    public async Task A_datagram_that_has_waited_longer_than_its_client_waits_is_ignored()
    {
        await using var door = Open();
        using var client = new RetroArchClient(door.Address.Port);
        await client.SendAsync("wait");
        await _begun.WaitAsync(TestContext.Current.CancellationToken);
        await client.SendAsync("late");
        await Eventually.HoldsAsync(() => door.Waiting == 1);
        // Clients wait 2 s. This cancels the command that runs, too.
        _time.Advance(TimeSpan.FromSeconds(3));
        Assert.Equal("next", await client.AskAsync("next"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_datagram_of_a_foreign_sender_or_with_an_error_is_ignored(bool isForeign)
    {
        var refuses = isForeign;
        await using var door = Open((_, _) => refuses ? "it is foreign." : null);
        using var client = new RetroArchClient(door.Address.Port);
        await client.SendAsync("error");
        // An empty datagram is dropped uncounted.
        await client.SendAsync("");
        if (isForeign)
            await Eventually.HoldsAsync(() => door.Ignored == 1);
        refuses = false;
        Assert.Equal("next", await client.AskAsync("next"));
    }

    [Fact]
    public async Task A_datagram_from_the_port_on_which_such_programs_listen_is_ignored()
    {
        await using var door = Open();
        using var program = new RetroArchClient(door.Address.Port, from: _programPort);
        await program.SendAsync("reply");
        await Eventually.HoldsAsync(() => door.Ignored == 1);
        Assert.False(program.HasReply);
        using var client = new RetroArchClient(door.Address.Port);
        Assert.Equal("next", await client.AskAsync("next"));
    }

    private UdpDoor Open(Func<IPEndPoint, IPEndPoint, string?>? refuse = null)
    {
        var plan = new DoorPlan(
            _emulator, new IPEndPoint(IPAddress.Loopback, 0), DoorAccess.Write, _ => null, _time, NullLogger.Instance)
        {
            RefuseSender = refuse ?? ((_, _) => null),
        };
        return UdpDoor.Open(plan, new UdpProtocol("clients", _programPort, RunAsync, () => ValueTask.CompletedTask));
    }

    private async IAsyncEnumerable<byte[]> RunAsync(
        ReadOnlyMemory<byte> datagram, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var text = Encoding.UTF8.GetString(datagram.Span);
        if (text == "error")
            throw new InvalidOperationException(text);
        if (text == "wait")
        {
            _begun.Release();
            await _goesOn.WaitAsync(cancellationToken);
        }

        yield return datagram.ToArray();
    }
}
