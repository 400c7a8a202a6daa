using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Connections to the script that never say hello, more than it serves.</summary>
public sealed class SilentConnectionsTests
{
    private const string Secret = "not-to-be-told-to-anybody";
    private const int Open = 24;

    [Theory]
    [InlineData("--speed 1")]
    [InlineData("--no-idle")]
    public async Task Silent_connections_do_not_keep_out_a_bridge_with_the_secret(string options)
    {
        await using var emulator = new RealEmulator(RealEmulator.ButtonTest, options.Split(' ')) { Secret = Secret };
        await emulator.StartAsync();
        using var ending = new CancellationTokenSource();
        var opened = 0;
        var flood = Enumerable.Range(0, Open)
            .Select(_ => HoldAsync(emulator.Port, () => Interlocked.Increment(ref opened), ending.Token)).ToArray();
        await Eventually.HoldsAsync(() => Volatile.Read(ref opened) > Open);
        for (var i = 0; i < 14; i++)
        {
            await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{emulator.Port}"),
                ("Bridge:Emulators:default:Secret", Secret));
            await bridge.ReachesAsync("running");
            var before = Volatile.Read(ref opened);
            for (var asked = 0; asked < 20 || Volatile.Read(ref opened) < before + (2 * Open); asked++)
                Assert.Equal("stays", await bridge.Client.GetStringAsync("/mgbaendpoint?message=stays"));
        }

        await ending.CancelAsync();
        foreach (var each in flood)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => each);
    }

    // Holds a silent connection for as long as the script allows it, and opens another one at once.
    private static async Task HoldAsync(int port, Action onOpen, CancellationToken cancellationToken)
    {
        while (true)
        {
            // Reset at its end, so that the flood does not run out of ports.
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
                { LingerState = new LingerOption(true, 0) };
            await socket.ConnectAsync("127.0.0.1", port, cancellationToken);
            onOpen();
            try
            {
                var buffer = new byte[256];
                while (await socket.ReceiveAsync(buffer, cancellationToken) > 0)
                {
                    // Refused because the script is busy.
                }
            }
            catch (SocketException)
            {
                // Closed by the script.
            }
        }
    }
}
