using System.Text;
using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Server.Bodies;

public sealed class TooLargeTests(RefusingBridge bridge)
{
    private const int Limit = 1_048_576;
    private const string Memory = "/emulators/default/memory/0x02000000";

    [Theory]
    [InlineData("application/octet-stream", Limit + 1)]
    [InlineData("application/json", Limit + 1)]
    [InlineData("application/octet-stream", 20 * Limit)]
    public async Task A_client_that_sends_a_whole_oversized_body_can_read_the_refusal(string type, int length)
    {
        var bytes = new byte[length];
        Array.Fill(bytes, (byte)' ');
        for (var i = 0; i < 10; i++)
        {
            using var content = new ByteArrayContent(bytes) { Headers = { { "Content-Type", type } } };
            using var response = await bridge.Client.PutAsync(Memory, content);
            (await bridge.RefusesAsync(response)).Is(413, "too-large", null, "1,048,576");
        }
    }

    [Fact]
    public async Task A_JSON_body_of_exactly_the_limit_is_read()
    {
        var body = """{"value": 256}""".PadRight(Limit);
        using var response = await bridge.Client.PutAsync(Memory, new StringContent(body, Encoding.UTF8, "application/json"));
        (await bridge.RefusesAsync(response)).Is(400, "invalid-parameter", "value", "0 to 255");
    }

    [Theory]
    [InlineData(65_537)]
    [InlineData(197_000)]
    public async Task A_message_over_the_limit_of_a_query_is_refused_and_the_sentence_names_the_POST(int length) =>
        (await bridge.RefusesAsync("GET", $"/mgbaendpoint?message={new string('x', length)}"))
            .Is(400, "invalid-parameter", "message", $"got {length}.", "at most 65536 bytes of UTF-8", "the body of POST /mgbaendpoint");

    [Fact]
    public async Task A_message_over_the_limit_of_a_body_is_refused()
    {
        using var response = await bridge.Client.PostAsync("/mgbaendpoint", new StringContent(new string('x', Limit + 1)));
        (await bridge.RefusesAsync(response)).Is(413, "too-large", null, "1,048,576");
    }
}
