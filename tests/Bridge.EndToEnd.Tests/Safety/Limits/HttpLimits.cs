using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>Limits that apply before a request is interpreted.</summary>
internal static class HttpLimits
{
    private const string E = LimitProbe.Emulator;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["HTTP connections"] = ConnectionsAsync,
        ["seconds for the head of a request"] = probe => SlowAsync(probe, probe.Game.SlowHead),
        ["bytes a second of a body, after five seconds"] = probe => SlowAsync(probe, probe.Game.SlowBody),
        ["request line, with the query"] = probe => HeadAsync(
            probe, n => RequestLine(probe, $"/{new string('x', (int)n - "GET / HTTP/1.1\r\n".Length)}"), atMost: 404),
        ["query"] = probe => HeadAsync(
            probe, n => RequestLine(probe, $"/health/live?x={new string('x', (int)n - "?x=".Length)}"), atMost: 400),
        ["header lines, together"] = probe => HeadAsync(probe, n => WithHeaders(probe, HeaderBytes(probe, n)), atMost: 200),
        ["header lines"] = probe => HeadAsync(probe,
            // Besides Host and Connection.
            n => WithHeaders(probe, string.Concat(Enumerable.Range(0, (int)n - 2).Select(i => $"h{i}: x\r\n"))), atMost: 200),
        ["body"] = probe => BodyAsync(probe, "PUT", $"{E}/memory/0x02000400", "application/octet-stream", atMost: 400),
        ["body with a save state"] = probe => BodyAsync(probe, "PUT", $"{E}/state", "application/octet-stream", atMost: 422),
        ["body with a save state as text"] = probe => BodyAsync(probe, "POST", "/core/loadstatebuffer", "text/plain", atMost: 400),
        ["body with a list of watches"] = probe =>
            BodyAsync(probe, "POST", $"{E}/watches/import", "application/octet-stream", atMost: 400),
        ["body with a file of cheats"] = probe => BodyAsync(probe, "POST", $"{E}/cheats", "application/octet-stream", atMost: 400),
        ["body with symbols"] = probe => BodyAsync(probe, "PUT", $"{E}/symbols", "application/octet-stream", atMost: 400),
        ["characters of a token"] = TokenAsync,
        ["tokens"] = TokensAsync,
        ["requests of a client, once `Bridge:Rate` is set"] = RateAsync,
    };

    private static Uri Address(LimitProbe probe) => probe.Client.BaseAddress!;

    // A process of its own: with both ends in one process it would need twice the file descriptors.
    private static async Task ConnectionsAsync(LimitProbe probe)
    {
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        var open = new List<Socket>();
        try
        {
            for (var i = 0; i < probe.Max; i++)
            {
                open.Add(new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
                // One after the other: connecting in parallel would gain nothing.
                open[^1].Connect("127.0.0.1", bridge.Address.Port);
            }

            var ask = Encoding.ASCII.GetBytes($"GET /health/live HTTP/1.1\r\nHost: {bridge.Address.Authority}\r\n\r\n");
            await open[^1].SendAsync(ask);
            Assert.NotEqual(0, await open[^1].ReceiveAsync(new byte[1000]).WaitAsync(Eventually.Patience));
            Assert.Equal("closed", probe.PastWord);
            Assert.Equal((0, ""), await RawHttp.AskAsync(bridge.Address, "GET", "/health/live"));
            open[0].Dispose();
            await Eventually.HoldsAsync(
                async () => (await RawHttp.AskAsync(bridge.Address, "GET", "/health/live")).Status == 200,
                "one client has left, and another one is accepted");
        }
        finally
        {
            open.ForEach(socket => socket.Dispose());
        }
    }

    private static async Task SlowAsync(LimitProbe probe, Task<(int Status, string Text)> answer)
    {
        var (status, text) = await answer;
        Assert.True(status == probe.Past, text);
    }

    private static async Task HeadAsync(LimitProbe probe, Func<long, string> request, int atMost)
    {
        Assert.Equal(atMost, (await RawHttp.AskAsync(Address(probe), request(probe.Max))).Status);
        Assert.Equal(probe.Past, (await RawHttp.AskAsync(Address(probe), request(probe.Max + 1))).Status);
    }

    private static string RequestLine(LimitProbe probe, string target) =>
        $"GET {target} HTTP/1.1\r\nHost: {Address(probe).Authority}\r\nConnection: close\r\n\r\n";

    private static string WithHeaders(LimitProbe probe, string headers) =>
        $"GET /health/live HTTP/1.1\r\nHost: {Address(probe).Authority}\r\nConnection: close\r\n{headers}\r\n";

    private static string HeaderBytes(LimitProbe probe, long length)
    {
        var others = $"Host: {Address(probe).Authority}\r\nConnection: close\r\nx: \r\n".Length;
        return $"x: {new string('x', (int)length - others)}\r\n";
    }

    private static async Task BodyAsync(LimitProbe probe, string method, string path, string type, int atMost)
    {
        foreach (var (length, status) in ((long, int)[])[(probe.Max, atMost), (probe.Max + 1, probe.Past)])
        {
            var bytes = new byte[length];
            Array.Fill(bytes, (byte)' ');
            using var request = new HttpRequestMessage(new HttpMethod(method), path)
            {
                Content = new ByteArrayContent(bytes) { Headers = { ContentType = new MediaTypeHeaderValue(type) } },
            };
            using var response = await probe.Client.SendAsync(request);
            Assert.True((int)response.StatusCode == status,
                $"{length}: {(int)response.StatusCode} {await LimitProbe.BeginningOfAsync(response)}");
        }
    }

    private static async Task TokenAsync(LimitProbe probe)
    {
        var longest = new string('t', (int)probe.Max);
        await using var bridge = new BridgeHost(("Bridge:Tokens:me:Value", longest),
            ("Bridge:Emulators:default:Port", $"{FreePort.Take()}"));
        foreach (var (token, status) in ((string, int)[])[(longest, 200), (longest + "t", probe.Past)])
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, "/emulators")
                { Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) } };
            using var response = await bridge.Client.SendAsync(request);
            Assert.Equal(status, (int)response.StatusCode);
        }
    }

    private static async Task TokensAsync(LimitProbe probe)
    {
        string[] Tokens(long count) => [.. Enumerable.Range(0, (int)count).Select(i => $"--Bridge:Tokens:t{i}:Value=0123456789abcdef{i}")];
        await using var bridge = new BridgeProcess(Tokens(probe.Max));
        await bridge.ListensAsync();
        await using var refused = new BridgeProcess(Tokens(probe.Max + 1));
        Assert.Equal(2, await refused.EndsAsync());
        Assert.Contains($"Bridge:Tokens must have at most {probe.Max} tokens; got {probe.Max + 1}.",
            refused.Output, StringComparison.Ordinal);
    }

    // A budget for an hour, so that hardly any of it comes back during the test.
    private static async Task RateAsync(LimitProbe probe)
    {
        const int Requests = 5;
        await using var bridge = new BridgeHost(("Bridge:Rate:Requests", $"{Requests}"), ("Bridge:Rate:Period", "01:00:00"),
            ("Bridge:Tokens:first:Value", "first-0123456789abcdef"), ("Bridge:Tokens:second:Value", "second-0123456789abcdef"));
        foreach (var (token, known) in ((string, bool)[])[("first-0123456789abcdef", true),
            ("second-0123456789abcdef", true), ("guessed-0123456789abcdef", false)])
        {
            for (var i = 0; i <= Requests; i++)
            {
                // Each guess uses another token; all come from one client address.
                using var request = new HttpRequestMessage(HttpMethod.Get, "/emulators")
                    { Headers = { Authorization = new AuthenticationHeaderValue("Bearer", known ? token : token + i) } };
                using var response = await bridge.Client.SendAsync(request);
                Assert.Equal(i == Requests ? probe.Past : known ? 200 : 401, (int)response.StatusCode);
                if (i < Requests)
                    continue;
                var (_, anchor, detail) = await RunningGame.RefusalAsync(response);
                Assert.Equal("too-many-requests", anchor);
                Assert.Contains(Requests.ToString(CultureInfo.InvariantCulture), detail, StringComparison.Ordinal);
                Assert.InRange(response.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 1, 3600 / Requests);
            }
        }
    }
}
