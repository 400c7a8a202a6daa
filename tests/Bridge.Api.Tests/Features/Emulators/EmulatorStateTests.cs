using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>
/// An emulator that is unreachable or has no game: what health reports, and that every command is refused at once with the reason.
/// </summary>
public sealed class EmulatorStateTests : IAsyncDisposable
{
    private readonly FakeEmulator _fake = new();

    public ValueTask DisposeAsync() => _fake.DisposeAsync();

    [Fact]
    public async Task No_emulator_listens()
    {
        _fake.Stop();
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.RefusesEverythingAsync("no-emulator", $"othing listens at 127.0.0.1:{_fake.Port}", "lua/bridge.lua");
        _fake.StartListening();
        await bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task A_connection_to_this_machine_that_times_out_counts_as_a_free_port()
    {
        // Linux drops connections that a full backlog has no room for, so they time out, as refused ones do on Windows.
        using var full = new Socket(SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        var port = ((IPEndPoint)full.LocalEndPoint!).Port;
        using var first = new TcpClient("127.0.0.1", port);
        await using var bridge = new BridgeHost([
            ("Bridge:Emulators:default:Port", $"{port}"), ("Bridge:Emulators:default:ConnectTimeout", "00:00:00.2")]);
        await Eventually.HoldsAsync(async () =>
            (await bridge.AdviceAsync()).Contains($"othing listens at 127.0.0.1:{port}", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_emulator_disappears()
    {
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("running");
        _fake.Stop();
        await bridge.RefusesEverythingAsync("no-emulator");
    }

    [Fact]
    public async Task The_hello_is_not_answered()
    {
        _fake.AnswersHello = false;
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.RefusesEverythingAsync("paused", "Unpause");
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("")]
    public async Task Another_program_listens_at_the_port(string greeting)
    {
        using var stranger = new TcpListener(IPAddress.Loopback, 0);
        stranger.Start();
        var greetings = GreetEverybodyAsync(stranger, Encoding.ASCII.GetBytes(greeting));
        var port = ((IPEndPoint)stranger.LocalEndpoint).Port;
        await using var bridge = BridgeHost.For(port);
        await Eventually.HoldsAsync(async () => (await bridge.AdviceAsync()).Contains("not the script", StringComparison.Ordinal));
        await bridge.RefusesEverythingAsync("no-emulator", $"Stop the program that responds at 127.0.0.1:{port}",
            "BRIDGE_SCRIPT_PORT", "Bridge:Emulators:default:Port");
        stranger.Stop();
        await greetings;
    }

    [Fact]
    public async Task The_host_of_the_emulator_can_not_be_resolved()
    {
        await using var bridge = BridgeHost.For(8888, ("Bridge:Emulators:default:Host", "no-such-machine.invalid"));
        await Eventually.HoldsAsync(async () => (await bridge.AdviceAsync()).Contains("the bridge can't reach", StringComparison.Ordinal));
        await bridge.RefusesEverythingAsync("no-emulator", "Bridge:Emulators:default:Host", "no-such-machine.invalid:8888");
    }

    private static async Task GreetEverybodyAsync(TcpListener stranger, byte[] greeting)
    {
        try
        {
            while (true)
            {
                using var guest = await stranger.AcceptTcpClientAsync();
                await guest.GetStream().WriteAsync(greeting);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or IOException)
        {
            // The test is over, or the client left before the greeting.
        }
    }

    [Fact]
    public async Task The_game_is_closed_and_another_one_is_loaded()
    {
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.ReachesAsync("running");
        _fake.Frame = -1;
        foreach (var connection in _fake.Connections)
            await connection.ReplyAsync(0, "no-game", [], []);
        await bridge.RefusesEverythingAsync("no-game", "Load a game");
        _fake.Frame = 1;
        await bridge.ReachesAsync("running");
    }

    [Theory]
    [InlineData("unsupported-version 2", "script-outdated", "Load the lua/bridge.lua that came with this bridge")]
    [InlineData("unsupported-version 99", "script-outdated", "Update this bridge")]
    [InlineData("unauthorized", "wrong-secret", "Bridge:Emulators:default:Secret")]
    public async Task The_hello_is_refused(string reply, string state, string next)
    {
        var words = reply.Split(' ');
        (_fake.HelloStatus, _fake.HelloArguments) = (words[0], words[1..]);
        await using var bridge = BridgeHost.For(_fake.Port);
        await bridge.RefusesEverythingAsync(state, next);
        _fake.HelloStatus = "ok";
        await bridge.ReachesAsync("running");
    }
}
