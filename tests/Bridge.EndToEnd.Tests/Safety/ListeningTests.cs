using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>The listeners in <c>ss -ltnp</c> of the programs that <c>./run.sh</c> starts, started the same way.</summary>
public sealed class ListeningTests(RunningGame game) : IClassFixture<RunningGame>
{
    // TCP_LISTEN of the kernel's states.
    private const string Listens = "0A";

    private readonly int _port = FreePort.Take();

    [Fact]
    public async Task The_emulator_and_the_bridge_listen_on_the_loopback_interface_only()
    {
        if (!Directory.Exists("/proc/self/net"))
            Assert.Skip("There is no /proc here.");
        await using var bridge = new BridgeProcess("--urls", $"http://localhost:{_port}",
            $"--Bridge:Emulators:default:Port={game.Emulator.Port}");
        await bridge.ListensAsync();
        Assert.Equal([$"127.0.0.1:{_port}", $"[::1]:{_port}"], ListenersOf(bridge.Id));
        Assert.Equal([$"127.0.0.1:{game.Emulator.Port}"], ListenersOf(game.Emulator.Id));
    }

    [Fact]
    public async Task Connections_made_while_the_bridge_is_stopped_are_kept_until_it_runs_again()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("The signal numbers are those of Linux.");
        const int Crowd = 2000;
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={game.Emulator.Port}");
        await bridge.ListensAsync();
        var clients = Enumerable.Range(0, Crowd).Select(_ => new TcpClient()).ToList();
        ProcessSignals.Send(bridge.Id, ProcessSignals.Stop);
        try
        {
            // A client for which the kernel's queue has no room would try again after a second, in vain while the bridge is stopped.
            await Task.WhenAll(clients.Select(client => client.ConnectAsync(IPAddress.Loopback, bridge.Address.Port)))
                .WaitAsync(Eventually.Patience);
        }
        finally
        {
            ProcessSignals.Send(bridge.Id, ProcessSignals.Continue);
        }

        using var last = new StreamReader(clients[^1].GetStream());
        await clients[^1].GetStream()
            .WriteAsync(Encoding.ASCII.GetBytes($"GET /health/live HTTP/1.1\r\nHost: {bridge.Address.Authority}\r\n\r\n"));
        Assert.Equal("HTTP/1.1 200 OK", await last.ReadLineAsync().WaitAsync(Eventually.Patience));
        clients.ForEach(client => client.Dispose());
    }

    private static string[] ListenersOf(int process)
    {
        var sockets = Directory.GetFiles($"/proc/{process}/fd").Select(link => new FileInfo(link).LinkTarget ?? "")
            .Where(target => target.StartsWith("socket:[", StringComparison.Ordinal)).Select(target => target[8..^1]).ToHashSet();
        return
        [
            .. ((string[])["tcp", "tcp6"]).SelectMany(table => File.ReadLines($"/proc/{process}/net/{table}").Skip(1))
                .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                .Where(cells => cells[3] == Listens && sockets.Contains(cells[9])).Select(cells => AddressOf(cells[1])),
        ];
    }

    // Words of four bytes in native byte order, in hexadecimal.
    private static string AddressOf(string cell)
    {
        var (address, port) = cell.Split(':') is [var first, var second] ? (first, second) : throw new FormatException(cell);
        byte[] bytes = [.. address.Chunk(8)
            .SelectMany(word => BitConverter.GetBytes(uint.Parse(word, NumberStyles.HexNumber, CultureInfo.InvariantCulture)))];
        return new IPEndPoint(new IPAddress(bytes), int.Parse(port, NumberStyles.HexNumber, CultureInfo.InvariantCulture)).ToString();
    }
}
