using System.Net.Sockets;
using System.Text;
using Bridge.EndToEnd.Tests.Safety;

namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>Many clients of the raw listener that each send most of a command without its end.</summary>
public sealed class UnfinishedCommandTests
{
    private const int PayloadBytes = 2 * 1024 * 1024;

    [Fact]
    public async Task Unfinished_commands_take_little_memory_delay_nobody_and_leave_nothing()
    {
        var path = SocketPath.Take();
        await using var bridge = new BridgeProcess("--raw-unix", path, $"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        using var other = await RawClient.ConnectWithHelloAsync(path);
        var message = Encoding.ASCII.GetBytes($"hello 1<|END|>state.load/{PayloadBytes} 31\n{new string('x', PayloadBytes - 1)}");
        await UnfinishedClients.CheckAsync(bridge, new UnixDomainSocketEndPoint(path), message,
            async () => Assert.Equal("no-emulator", (await other.AskAsync("echo")).Word));
    }
}
