using Bridge.EndToEnd.Tests.Safety;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// Clients that send requests without waiting for responses. Their replies arrive together, and threads of the pool answer between the
/// socket thread's responses.
/// </summary>
public sealed class PipelinedRequestsTests : IAsyncLifetime
{
    private const int Clients = 24;
    private const int RequestsEach = 400;

    private readonly RealEmulator _emulator = new(RealEmulator.ButtonTest);

    public async ValueTask InitializeAsync() => await _emulator.StartAsync();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    [Fact]
    public async Task Every_client_gets_its_own_responses_in_order()
    {
        await using var bridge = new BridgeProcess(
            $"--Bridge:Emulators:default:Port={_emulator.Port}", "--Bridge:InlineScheduling=true");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        await client.IsReadyAsync();

        await Task.WhenAll(Enumerable.Range(0, Clients).Select(async number =>
        {
            var requests = Enumerable.Range(0, RequestsEach).Select(i => Request(number, i)).ToArray();
            var answers = await RawHttp.AskAllAsync(bridge.Address,
                [.. requests.Select(request => ("GET", request.Target, (string?)null))]);
            Assert.Equal(requests.Length, answers.Count);
            foreach (var (request, (status, text)) in requests.Zip(answers))
            {
                Assert.Equal(request.Status, status);
                Assert.Contains(request.Part, text, StringComparison.Ordinal);
            }
        }));
    }

    // Returns a request, the status of its response, and a part that the response must have.
    // The thread pool answers the long message and the list of emulators; the socket thread answers the others.
    private static (string Target, int Status, string Part) Request(int client, int number) => (number % 6) switch
    {
        0 or 1 => ($"/mgbaendpoint?message={client}-{number}-", 200, $"\r\n\r\n{client}-{number}-"),
        2 => ($"/emulators/default/memory/0x{0x08000000 + number:X8}", 200, $"\"address\":\"0x{0x08000000 + number:X8}\""),
        3 => ($"/mgbaendpoint?message=x&other{client}-{number}-=1", 400, $"other{client}-{number}-"),
        4 => ($"/mgbaendpoint?message={new string('m', 3000)}{client}-{number}-", 200, $"m{client}-{number}-"),
        _ => ("/emulators", 200, "\"name\":\"default\""),
    };
}
