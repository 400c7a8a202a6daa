using System.Text;

namespace Bridge.Api.Tests.Refusals;

public sealed class TooLargeTests(RefusingBridge bridge)
{
    private const int Limit = 1_048_576;
    private const string Memory = "/emulators/default/memory/0x02000000";

    [Theory]
    [InlineData("application/octet-stream")]
    [InlineData("application/json")]
    public async Task A_body_one_byte_too_large_is_refused(string type)
    {
        var bytes = new byte[Limit + 1];
        Array.Fill(bytes, (byte)' ');
        using var request = new HttpRequestMessage(HttpMethod.Put, Memory);
        request.Content = new ByteArrayContent(bytes) { Headers = { { "Content-Type", type } } };
        // Otherwise the refusal may come while the body is still being sent, and the client sees a broken pipe instead of it.
        request.Headers.ExpectContinue = true;
        using var response = await bridge.Client.SendAsync(request);
        (await bridge.RefusesAsync(response)).Is(413, "too-large", null, "1,048,576");
    }

    [Fact]
    public async Task A_JSON_body_of_exactly_the_limit_is_read()
    {
        var body = """{"value": 256}""".PadRight(Limit);
        using var response = await bridge.Client.PutAsync(Memory, new StringContent(body, Encoding.UTF8, "application/json"));
        (await bridge.RefusesAsync(response)).Is(400, "invalid-parameter", "value", "0 to 255");
    }

    [Theory]
    [InlineData(Limit + 1)]
    [InlineData((2 * Limit) + 1)]
    public async Task A_message_longer_than_the_limit_is_refused(int length) =>
        (await bridge.RefusesAsync("GET", $"/mgbaendpoint?message={new string('x', length)}"))
            .Is(400, "invalid-parameter", "message", $"{length} bytes", "1048576 bytes of UTF-8");
}
