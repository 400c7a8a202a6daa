using System.Net;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Many clients without a token that each send most of a request without its end.</summary>
public sealed class UnfinishedRequestTests
{
    private const int MiB = 1024 * 1024;

    [Theory]
    [InlineData("GET /mgbaendpoint?message=", 250_000)]
    [InlineData("GET /emulators/default?message=", 3 * MiB)]
    [InlineData("PUT /emulators/default/state HTTP/1.1\r\nHost: {0}\r\nContent-Type: application/octet-stream\r\n"
        + "Content-Length: 2097152\r\n\r\n", (2 * MiB) - 1)]
    public async Task Unfinished_requests_take_little_memory_delay_nobody_and_leave_nothing(string beginning, int rest)
    {
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        var address = new IPEndPoint(IPAddress.Parse(bridge.Address.Host), bridge.Address.Port);
        var message = Encoding.ASCII.GetBytes(string.Format(null, beginning, bridge.Address.Authority) + new string('x', rest));
        await UnfinishedClients.CheckAsync(bridge, address, message,
            async () => Assert.Equal(200, (await RawHttp.AskAsync(bridge.Address, "GET", "/health/live")).Status));
    }
}
