using Bridge.Api.Tests.Features;

namespace Bridge.Api.Tests.Server.Limits;

public sealed class LongQueryTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("GET", "/health/live")]
    [InlineData("GET", "/emulators/default/memory/0x02000000")]
    [InlineData("POST", "/core/addkey")]
    [InlineData("GET", "/mgbaendpoint")]
    [InlineData("POST", "/console/log")]
    public async Task A_query_may_be_as_long_as_a_text_with_each_byte_escaped_and_the_sentence_shortens_it(string method, string path) =>
        (await bridge.RefusesAsync(method, path + Query(3 * 65_536)))
            .Is(400, "unknown-parameter", new string('x', 64) + "…", $"\"{new string('x', 64)}…\"");

    [Theory]
    [InlineData("GET", "/mgbaendpoint")]
    [InlineData("POST", "/core/addkey")]
    public async Task A_longer_query_is_refused_and_the_sentence_names_the_POST(string method, string path) =>
        (await bridge.RefusesAsync(method, path + Query(197_633))).Is(414, "too-long", null, "197,633", "197,632", "POST /mgbaendpoint");

    // Kestrel keeps the address of the last request with each connection.
    [Theory]
    [InlineData("/mgbaendpoint", 8192, false)]
    [InlineData("/mgbaendpoint", 8193, true)]
    [InlineData("/mgbaendpoint", 190_000, true)]
    [InlineData("/no/such/path/", 8193, true)]
    public async Task A_long_address_ends_its_connection(string path, int length, bool ends)
    {
        using var response = await bridge.Client.GetAsync(path + (path[^1] == '/' ? new string('x', length) : Query(length)),
            TestContext.Current.CancellationToken);
        Assert.Equal(ends ? true : null, response.Headers.ConnectionClose);
    }

    private static string Query(int length) => "?".PadRight(length, 'x');
}
