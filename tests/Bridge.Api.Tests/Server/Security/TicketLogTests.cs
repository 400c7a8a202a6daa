using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Bridge.Api.Tests.Server.Diagnostics;

namespace Bridge.Api.Tests.Server.Security;

public sealed class TicketLogTests
{
    private const string Wrong = "fedcba9876543210fedcba9876543210fedcba98765";

    [Fact]
    public async Task No_log_and_no_trace_contains_a_ticket_at_any_level()
    {
        await using var collector = new OtlpReceiver();
        await collector.StartAsync();
        await using var bridge = new BridgeProcess("--Bridge:Tokens:me:Value=0123456789abcdef", "--Serilog:MinimumLevel:Default=Verbose",
            "--Serilog:MinimumLevel:Override:Microsoft=Verbose", "--Serilog:MinimumLevel:Override:System=Verbose",
            $"--Bridge:Telemetry:Endpoint=http://127.0.0.1:{collector.Port}");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        var secret = await MakeAsync(client);
        foreach (var (query, status) in new[] { ($"ticket={secret}", 200), ($"ticket={Wrong}", 403), ($"Ticket%3D{secret}", 401) })
        {
            using var response = await client.GetAsync(new Uri($"/emulators/default/events?{query}", UriKind.Relative),
                HttpCompletionOption.ResponseHeadersRead);
            Assert.Equal(status, (int)response.StatusCode);
        }

        foreach (var line in (string[])["GET /emulators/default/events?ticket={0} x HTTP/1.1", "GET ?ticket={0} HTTP/1.1",
            "GET /emulators/default/events?ticket={0}\u0001 HTTP/1.1", "GET /emulators/default/events?ticket={0}"])
            await SendAsync(bridge.Address, line.Replace("{0}", secret, StringComparison.Ordinal));
        await Eventually.HoldsAsync(() => bridge.Output.Contains("/emulators/default/events responded 401", StringComparison.Ordinal));
        await Eventually.HoldsAsync(() => collector.Has("/v1/traces", "/emulators/default/events"), "the traces are exported");
        foreach (var text in (string[])[secret, Wrong])
        {
            Assert.DoesNotContain(text, bridge.Output, StringComparison.Ordinal);
            Assert.False(collector.Has("/v1/traces", text));
            Assert.False(collector.Has("/v1/metrics", text));
        }
    }

    private static async Task<string> MakeAsync(HttpClient client)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators/default/tickets")
        {
            Headers = { Authorization = new AuthenticationHeaderValue("Bearer", "0123456789abcdef") },
            Content = new StringContent("""{"for": "events"}""", new MediaTypeHeaderValue("application/json")),
        };
        using var response = await client.SendAsync(request);
        Assert.Equal(201, (int)response.StatusCode);
        var ticket = (await JsonDocument.ParseAsync(await response.Content.ReadAsStreamAsync())).RootElement;
        return ticket.GetProperty("url").GetString()!.Split("?ticket=")[1];
    }

    private static async Task SendAsync(Uri address, string line)
    {
        using var socket = new TcpClient();
        await socket.ConnectAsync(address.Host, address.Port);
        await socket.GetStream().WriteAsync(Encoding.Latin1.GetBytes($"{line}\r\nHost: {address.Authority}\r\nConnection: close\r\n\r\n"));
        using var reader = new StreamReader(socket.GetStream());
        Assert.DoesNotContain("HTTP/1.1 200", await reader.ReadToEndAsync(), StringComparison.Ordinal);
    }
}
